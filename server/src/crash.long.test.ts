// All of crash.test.ts, with more kills.
process.env.CRASH_KILLS = '3';
await import('./crash.test.ts');
