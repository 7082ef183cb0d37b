// All of trunks.test.ts, in Japanese.
import './in-japanese.ts';
import './trunks.test.ts';
