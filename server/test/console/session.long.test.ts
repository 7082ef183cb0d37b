// The long version of session.test.ts.
import './at-length.ts';
import './session.test.ts';
