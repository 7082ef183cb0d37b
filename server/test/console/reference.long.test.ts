// The long version of reference.test.ts.
import './at-length.ts';
import './reference.test.ts';
