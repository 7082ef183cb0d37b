// All of calls.test.ts, at length.
import './at-length.ts';
import './calls.test.ts';
