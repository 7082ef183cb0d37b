// All of busy-log-in.test.ts, in Japanese.
import './in-japanese.ts';
import './busy-log-in.test.ts';
