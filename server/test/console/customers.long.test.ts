// All of customers.test.ts, at length.
import './at-length.ts';
import './customers.test.ts';
