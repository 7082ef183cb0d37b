// All of unsaved.test.ts that differs by language, in Japanese.
import './in-japanese.ts';
import './unsaved.test.ts';
