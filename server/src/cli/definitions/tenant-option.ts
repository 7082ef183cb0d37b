import { id, required } from '../terminal/options.ts';

export const tenant = required(id('tenant', 'T', 'Id of the tenant'));
