// The long version of customers.test.ts.
import './at-length.ts';
import './customers.test.ts';
