// All of first-steps.test.ts, in Japanese.
import './in-japanese.ts';
import './first-steps.test.ts';
