// All of session.test.ts, in Japanese.
import './in-japanese.ts';
import './session.test.ts';
