// All of first-steps.test.ts, at length.
import './at-length.ts';
import './first-steps.test.ts';
