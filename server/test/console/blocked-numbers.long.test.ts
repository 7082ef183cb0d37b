// The long version of blocked-numbers.test.ts.
import './at-length.ts';
import './blocked-numbers.test.ts';
