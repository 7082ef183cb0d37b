// All of people.test.ts, at length.
import './at-length.ts';
import './people.test.ts';
