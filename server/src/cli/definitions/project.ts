import { ringStrategies } from '../../projects/ring-strategies.ts';
import { define } from '../terminal/command.ts';
import { idOption, ids, oneOf, onOff, optional, or, required, text } from '../terminal/options.ts';
import { tenant } from './tenant-option.ts';

const project = required(idOption('project', 'P', 'Id of the project'));

export const projectCreate = define({
  words: 'project create',
  about: 'Create a project, to which customers and calls belong',
  options: { tenant, name: required(text('N', 'Name of the project')) },
});

export const projectList = define({
  words: 'project list',
  about: 'List the projects of a tenant',
  options: { tenant },
});

export const projectShow = define({
  words: 'project show',
  about: 'Show all settings of a project',
  options: { tenant, project },
});

export const projectSettings = {
  'caller-id': optional(or('none', text('+81...', 'Number that customers see'))),
  trunk: optional(or('none', text('NAME', 'Trunk for outbound calls'))),
  recording: optional(onOff('Record calls')),
  announcement: optional(onOff('Announce that a call is recorded')),
  analysis: optional(onOff('Transcribe, summarize and analyze recordings')),
  voicemail: optional(onOff('Let callers leave a message if no staff member answers')),
  anonymous: optional(onOff('Put callers through who withhold their number')),
  ring: optional(oneOf(ringStrategies, 'Ring all phones at once, or one after the other')),
  staff: optional(or('all', ids('staff', 'ID,...', 'Staff members to ring for inbound calls, in this order'))),
  language: optional(
    or('none', text('L', "Language of the calls, such as ja, or auto to detect it; none is the tenant's")),
  ),
};

export const projectUpdate = define({
  words: 'project update',
  about: 'Change the settings of a project',
  details: 'Settings that are not given stay as they are.',
  options: { tenant, project, ...projectSettings },
  examples: ['project update --tenant 1 --project 1 --caller-id +81312345678'],
});

export const projectRemove = define({
  words: 'project remove',
  about: 'Deactivate a project; its calls and customers stay',
  details:
    'An inactive project makes no new calls and gets no new customers; calls in progress go on. A project with numbers cannot be removed: remove its numbers first, or route them to another project.',
  options: { tenant, project },
});

export const projectRestore = define({
  words: 'project restore',
  about: 'Make a removed project active again',
  options: { tenant, project },
});

export const projectDefinitions = [
  projectCreate,
  projectList,
  projectShow,
  projectUpdate,
  projectRemove,
  projectRestore,
];
