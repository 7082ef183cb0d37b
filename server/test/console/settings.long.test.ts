// All of settings.test.ts, in Japanese.
import './in-japanese.ts';
import './settings.test.ts';
