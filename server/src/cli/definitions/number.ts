import { define } from '../terminal/command.ts';
import { idOption, required, text } from '../terminal/options.ts';
import { tenant } from './tenant-option.ts';

const number = required(text('+81...', 'The phone number; one number belongs to one tenant'));

export const numberAdd = define({
  words: 'number add',
  about: 'Route a number to a project',
  details: 'Calls to the number ring the staff of that project.',
  options: { tenant, number, project: required(idOption('project', 'P', 'Id of the project')) },
  examples: ['number add --tenant 1 --number +81312345678 --project 1'],
});

export const numberList = define({
  words: 'number list',
  about: 'List the numbers of a tenant',
  options: { tenant },
});

export const numberRemove = define({
  words: 'number remove',
  about: 'Remove a number; calls to it are no longer accepted',
  options: { tenant, number },
});

export const numberDefinitions = [numberAdd, numberList, numberRemove];
