// All of reports.test.ts, in Japanese.
import './in-japanese.ts';
import './reports.test.ts';
