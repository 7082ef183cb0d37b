// All of session.test.ts, at length.
import './at-length.ts';
import './session.test.ts';
