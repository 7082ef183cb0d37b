// The long version of calls.test.ts.
import './at-length.ts';
import './calls.test.ts';
