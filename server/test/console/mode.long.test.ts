// All of mode.test.ts that differs by language, in Japanese.
import './in-japanese.ts';
import './mode.test.ts';
