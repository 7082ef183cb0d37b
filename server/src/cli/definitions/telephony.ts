import { define } from '../terminal/command.ts';
import { required, text } from '../terminal/options.ts';
import { tenant } from './tenant-option.ts';

export const telephonyApply = define({
  words: 'telephony apply',
  about: 'Apply trunks, numbers and project settings from a file',
  details: 'All changes of the file are made, or none. The output lists them.',
  options: { tenant, file: required(text('FILE', 'A JSON file; docs/going-live.md shows one')) },
  examples: ['telephony apply --tenant 1 --file telephony.json'],
});

export const telephonyDefinitions = [telephonyApply];
