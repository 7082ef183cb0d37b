import { idOption, required } from '../terminal/options.ts';

export const tenant = required(idOption('tenant', 'T', 'Id of the tenant'));
