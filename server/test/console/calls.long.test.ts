// All of calls.test.ts, in Japanese.
import './in-japanese.ts';
import './calls.test.ts';
