// All of import.test.ts, in Japanese.
import './in-japanese.ts';
import './import.test.ts';
