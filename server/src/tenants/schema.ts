import { id, inputObject, nullable, single } from '../http/input/schema.ts';
import { Type } from '../platform/schema-type.ts';
import { type TenantSetting, tenantSettings } from './tenant-settings.ts';

export const tenantTag = { name: 'Tenant', description: 'Settings of the tenant.' };

const settings = {
  name: Type.String({ minLength: 1, maxLength: 255, description: 'Name of the tenant.' }),
  default_country: nullable(
    Type.String({
      maxLength: 2,
      description:
        'Country of phone numbers without `+`, as an ISO 3166 code such as `JP`. Null: numbers must start with `+`.',
    }),
  ),
  timezone: Type.String({
    maxLength: 64,
    description: 'Time zone of the tenant, as an IANA name such as `Asia/Tokyo`.',
  }),
  language: nullable(
    Type.String({
      maxLength: 35,
      description: 'Language of calls, such as `ja`; `auto` detects it. Null: the main language of the country.',
    }),
  ),
  analyses_calls: Type.Boolean({ description: 'Whether recordings are transcribed, summarized and analyzed.' }),
};

export const TenantChange = inputObject(
  {
    name: Type.Optional(settings.name),
    default_country: Type.Optional(settings.default_country),
    timezone: Type.Optional(settings.timezone),
    language: Type.Optional(settings.language),
    recording_days: Type.Optional(
      nullable(
        Type.Integer({
          minimum: 1,
          maximum: 36_500,
          description:
            'Days after which recordings are deleted, at most `most_recording_days`. Null: as the operator has set.',
        }),
      ),
    ),
    analyses_calls: Type.Optional(settings.analyses_calls),
  },
  { title: 'TenantChange', outputOnly: ['tenant_id', 'most_recording_days', 'limits', 'licenses', 'changeable'] },
);

const limit = (description: string) => nullable(Type.Integer({ description }));

export const TenantAnswer = single(
  Type.Object(
    {
      tenant_id: id('tenant', 'Id of the tenant, assigned by the service.'),
      ...settings,
      recording_days: limit(
        'Days after which recordings are deleted, if the tenant has chosen. Null: `most_recording_days` applies.',
      ),
      most_recording_days: limit(
        'Days after which recordings are deleted at the latest, set by the operator. Null: recordings are kept.',
      ),
      limits: Type.Object(
        {
          allowed_countries: nullable(
            Type.Array(Type.String(), { description: 'Countries that live calls may go to. Null: all.' }),
          ),
          most_live_calls: limit('Live calls at the same time. Null: no limit.'),
          most_daily_live_calls: limit('Live calls per day in the time zone of the tenant. Null: no limit.'),
        },
        { description: 'Limits of live calls. Only the operator can change them.' },
      ),
      licenses: Type.Array(Type.String(), { description: 'Licenses of the tenant.' }),
      changeable: Type.Array(Type.Unsafe<TenantSetting>({ type: 'string', enum: tenantSettings }), {
        description: 'Settings that administrators can change. The operator decides which.',
      }),
    },
    { title: 'Tenant', description: 'Settings of the tenant.' },
  ),
);

export const examples = {
  tenant: {
    data: {
      ...{ tenant_id: 2, name: 'Acme', default_country: 'JP', timezone: 'Asia/Tokyo', language: 'ja' },
      ...{ analyses_calls: true, recording_days: 30, most_recording_days: 365 },
      limits: { allowed_countries: ['JP'], most_live_calls: 20, most_daily_live_calls: null },
      licenses: ['open_api_advanced'],
      changeable: ['name', 'timezone', 'language', 'recording_days', 'analysis'],
    },
  },
  change: { timezone: 'Asia/Tokyo', recording_days: 30 },
};
