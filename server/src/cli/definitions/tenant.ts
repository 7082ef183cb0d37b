import { telephonyBy } from '../../platform/caller.ts';
import { define } from '../terminal/command.ts';
import { listOption, oneOf, onOff, optional, or, required, text, wholeNumber } from '../terminal/options.ts';
import { tenant } from './tenant-option.ts';

const mostCalls = 1_000_000;
const license = required(text('L', 'The license: open_api_advanced'));

export const tenantCreate = define({
  words: 'tenant create',
  about: 'Create a tenant',
  options: {
    name: required(text('N', 'Name of the company')),
    license: optional(listOption('L', 'Licenses, separated by commas: open_api_advanced')),
    country: optional(text('C', 'Country of phone numbers without +, such as JP')),
    timezone: optional(text('Z', 'Time zone such as Asia/Tokyo (default: UTC)')),
    language: optional(text('L', 'Language of the calls, such as ja (default: auto, which detects it)')),
  },
  examples: ['tenant create --name Acme --country JP --timezone Asia/Tokyo'],
});

export const tenantList = define({
  words: 'tenant list',
  about: 'List all tenants',
  options: {},
});

export const tenantShow = define({
  words: 'tenant show',
  about: 'Show all settings of a tenant',
  options: { tenant },
});

export const tenantUpdate = define({
  words: 'tenant update',
  about: 'Update tenant settings',
  details: 'Settings that are not given stay as they are.',
  options: {
    tenant,
    language: optional(
      or('none', text('L', "Language of the calls, such as ja, or auto to detect it; none is the country's")),
    ),
    'recording-days': optional(
      or(
        'default',
        wholeNumber(
          'N',
          'Days until recordings are deleted; 0 keeps them, default uses RECORDING_RETENTION_DAYS',
          0,
          36_500,
        ),
      ),
    ),
    analysis: optional(onOff('Transcribe, summarize and analyze recordings')),
    'tenant-settings': optional(
      or(
        'none',
        listOption(
          'S,...',
          'Settings that administrators may change: name, country, timezone, language, recording_days, analysis',
        ),
      ),
    ),
    telephony: optional(oneOf(telephonyBy, 'Who may change trunks, numbers, caller ids and SIP addresses of staff')),
  },
});

export const tenantLimits = define({
  words: 'tenant limits',
  about: 'Show or change the limits for live calls',
  details: 'Every node applies a changed limit within a second.',
  options: {
    tenant,
    countries: optional(or('any', listOption('JP,...', 'Countries that live calls may go to, as ISO 3166 codes'))),
    'live-calls': optional(or('none', wholeNumber('N', 'Live calls at a time; 0 allows none', 0, mostCalls))),
    'daily-live-calls': optional(or('none', wholeNumber('N', 'Live calls a day; 0 allows none', 0, mostCalls))),
  },
  examples: ['tenant limits --tenant 1 --countries JP --live-calls 5'],
});

export const tenantLicenseAdd = define({
  words: 'tenant license add',
  about: 'Add a license to a tenant',
  options: { tenant, license },
});

export const tenantLicenseRemove = define({
  words: 'tenant license remove',
  about: 'Remove a license from a tenant',
  options: { tenant, license },
});

export const tenantDefinitions = [
  tenantCreate,
  tenantList,
  tenantShow,
  tenantUpdate,
  tenantLimits,
  tenantLicenseAdd,
  tenantLicenseRemove,
];
