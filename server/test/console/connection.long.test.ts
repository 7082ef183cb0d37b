// All of connection.test.ts that differs by language, in Japanese.
import './in-japanese.ts';
import './connection.test.ts';
