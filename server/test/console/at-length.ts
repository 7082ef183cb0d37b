// The files of the long set load this first: see `languages.ts`.
process.env.CONSOLE_AT_LENGTH = 'true';
