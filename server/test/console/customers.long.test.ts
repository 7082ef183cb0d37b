// All of customers.test.ts, in Japanese.
import './in-japanese.ts';
import './customers.test.ts';
