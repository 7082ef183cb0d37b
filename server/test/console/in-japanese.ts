// Loaded before a test file of the console, which then is in Japanese: see `languages.ts`.
process.env.CONSOLE_LANGUAGES = 'ja';
