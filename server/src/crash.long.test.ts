// All of crash.test.ts, killed again and again.
process.env.CRASH_KILLS = '3';
await import('./crash.test.ts');
