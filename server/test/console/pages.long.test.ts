// All of pages.test.ts, in Japanese.
import './in-japanese.ts';
import './pages.test.ts';
