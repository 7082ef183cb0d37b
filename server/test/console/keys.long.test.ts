// All of keys.test.ts, in Japanese.
import './in-japanese.ts';
import './keys.test.ts';
