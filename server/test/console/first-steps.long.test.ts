// The long version of first-steps.test.ts.
import './at-length.ts';
import './first-steps.test.ts';
