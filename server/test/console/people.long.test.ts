// All of people.test.ts, in Japanese.
import './in-japanese.ts';
import './people.test.ts';
