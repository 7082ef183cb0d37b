import type { Inspection } from '../../../engine/asterisk/provisioning/inspect-asterisk.ts';
import type { Finding } from './finding.ts';

type There = Extract<Inspection, { kind: 'there' }>;

/** The first version with StasisBroadcast, which offers inbound calls to all nodes. */
const oldestVersion = [22, 7] as const;

/** Without any one of these, some calls fail. The names are those of deploy/asterisk/modules.conf. */
export const neededModules = [
  ...['app_mixmonitor', 'app_stack', 'app_stasis', 'app_stasis_broadcast'],
  ...[
    'bridge_simple',
    'bridge_softmix',
    'chan_bridge_media',
    'chan_pjsip',
    'codec_alaw',
    'codec_resample',
    'codec_ulaw',
  ],
  ...['format_sln', 'format_wav', 'func_callerid', 'func_channel', 'func_timeout', 'func_uri', 'pbx_config'],
  ...['res_ari', 'res_ari_applications', 'res_ari_asterisk', 'res_ari_bridges', 'res_ari_channels'],
  ...['res_ari_endpoints', 'res_ari_events', 'res_ari_playbacks', 'res_http_websocket'],
  ...['res_pjsip', 'res_pjsip_authenticator_digest', 'res_pjsip_caller_id', 'res_pjsip_endpoint_identifier_ip'],
  ...['res_pjsip_endpoint_identifier_user', 'res_pjsip_header_funcs', 'res_pjsip_nat'],
  ...['res_pjsip_outbound_authenticator_digest', 'res_pjsip_outbound_registration', 'res_pjsip_registrar'],
  ...['res_pjsip_rfc3326', 'res_pjsip_sdp_rtp', 'res_pjsip_session', 'res_rtp_asterisk'],
  ...['res_sorcery_astdb', 'res_sorcery_config', 'res_sorcery_memory_cache'],
  ...['res_stasis', 'res_stasis_answer', 'res_stasis_broadcast', 'res_stasis_playback'],
];

/** The findings about an Asterisk itself, without its trunks and phones. */
export function checkAsterisk(name: string, found: Inspection, server: 'running' | 'not seen'): Finding[] {
  const check = `asterisk ${name}`;
  const wrong = (message: string): Finding[] => [{ check, status: 'fail', message }];
  switch (found.kind) {
    case 'out of reach':
      return wrong(
        `It does not answer (${found.reason}). Check that Asterisk is running, that http.conf binds to this address and port, and that no firewall blocks it.`,
      );
    case 'refused':
      return wrong('It refuses the user or the password of ASTERISK_URL. Use those of ari.conf, and restart Asterisk.');
    case 'no ARI':
      return wrong(
        `It answers ${found.status}, so this is not ARI. Check that ASTERISK_URL ends in /ari, that ari.conf has enabled=yes, and that res_ari is loaded.`,
      );
    case 'there':
      return [
        checkAsteriskVersion(check, found.version),
        checkModules(check, found),
        checkDialplan(check, found),
        checkPauses(check, found),
        checkApps(check, found, server),
      ];
  }
}

export function checkAsteriskVersion(check: string, version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map((part) => Number.parseInt(part, 10));
  const isGood = major > oldestVersion[0] || (major === oldestVersion[0] && minor >= oldestVersion[1]);
  const message = isGood
    ? `Asterisk ${version} answers and accepts the password.`
    : `Asterisk ${version} is too old: inbound calls fail. Install ${oldestVersion.join('.')} or later.`;
  return { check, status: isGood ? 'ok' : 'fail', message };
}

function checkModules(check: string, { modules }: There): Finding {
  const missing = neededModules.filter((module) => !modules.has(module));
  const advice = 'Load them in modules.conf; deploy/asterisk has a complete one.';
  if (missing.length > 0)
    return { check, status: 'fail', message: `These modules are missing: ${missing.join(', ')}. ${advice}` };
  if (modules.has('res_prometheus')) return { check, status: 'ok', message: 'All required modules are loaded.' };
  const message =
    'res_prometheus is not loaded, so the registration of trunks is unknown. Use modules.conf and prometheus.conf of deploy/asterisk.';
  return { check, status: 'warn', message };
}

function checkDialplan(check: string, { hasDialplan }: There): Finding {
  if (hasDialplan) return { check, status: 'ok', message: 'The dialplan of Trunkline is loaded.' };
  const message =
    'The dialplan of Trunkline is not visible. Use extensions.conf of deploy/asterisk, with dialplan.conf beside it, or check that "dialplan show trunkline-inbound" prints it.';
  return { check, status: 'warn', message };
}

function checkPauses(check: string, { canPauseRecordings }: There): Finding {
  if (canPauseRecordings) return { check, status: 'ok', message: 'Recordings can be paused.' };
  const message =
    'Recordings cannot be paused, so card numbers cannot be kept out of them. Use manager.conf of deploy/asterisk, with the user and the password of ari.conf, and restart Asterisk.';
  return { check, status: 'warn', message };
}

function checkApps(check: string, { apps }: There, server: 'running' | 'not seen'): Finding {
  if (apps.length > 0)
    return {
      check,
      status: 'ok',
      message: `${apps.length === 1 ? 'A Trunkline node is' : `${apps.length} Trunkline nodes are`} connected to it.`,
    };
  const message = 'No Trunkline node is connected to it, so it carries no calls. ';
  return server === 'running'
    ? {
        check,
        status: 'fail',
        message: `${message}Read the log of the server, and check that its ASTERISK_URL is this one.`,
      }
    : { check, status: 'warn', message: `${message}Start a server with this ASTERISK_URL.` };
}
