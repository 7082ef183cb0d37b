// Loaded first by the files of the long set: see `languages.ts`.
process.env.CONSOLE_AT_LENGTH = 'true';
