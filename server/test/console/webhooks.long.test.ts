// All of webhooks.test.ts, in Japanese.
import './in-japanese.ts';
import './webhooks.test.ts';
