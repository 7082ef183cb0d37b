// Loaded first by a file of the long set that has no other half: see `languages.ts`.
process.env.CONSOLE_LANGUAGES = 'en,ja';
