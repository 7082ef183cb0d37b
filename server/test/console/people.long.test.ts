// The long version of people.test.ts.
import './at-length.ts';
import './people.test.ts';
