import { define } from '../terminal/command.ts';
import { flag, idOption, optional, text } from '../terminal/options.ts';
import { tenant } from './tenant-option.ts';

const who = {
  customer: optional(idOption('customer', 'ID', 'The customer, with its calls and the calls with its numbers')),
  phone: optional(text('NUMBER', 'All calls with this number, and all customers who have it')),
};

export const personErase = define({
  words: 'person erase',
  about: 'Erase everything about a person',
  details:
    'Shows first what will go. This cannot be undone: customers, recordings, transcripts, summaries, and everything in calls, events, deliveries and kept answers that names the person. The calls stay, for counts and reports, and so does the number on the never-call list.',
  options: { tenant, ...who, yes: flag('Do not ask for confirmation') },
  examples: ['person erase --tenant 1 --phone +819012345678'],
});

export const personExport = define({
  words: 'person export',
  about: 'Write everything about a person to one JSON file',
  details: 'The file has the recordings too, as WAV in base64. Only the owner of the file can read it.',
  options: { tenant, ...who, out: optional(text('FILE', 'The file to write (default: person-export.json)')) },
  examples: ['person export --tenant 1 --customer 42 --out taro.json'],
});

export const personDefinitions = [personErase, personExport];
