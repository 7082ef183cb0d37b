import type { SipRegistrar } from '../platform/network/sip-registrar.ts';
import { sipRealm } from './sip-digest.ts';
import type { SoftphoneAccount } from './softphone-link.ts';

// Linphone downloads its configuration from the address in a QR code ("remote provisioning"):
// https://wiki.linphone.org/xwiki/wiki/public/view/Lib/Features/Remote%20Provisioning/
// https://download.linphone.org/snapshots/docs/liblinphone/latest/c/provisioning_configuration_key.html

export function linphoneConfig(account: SoftphoneAccount, { host, port, transports }: SipRegistrar): string {
  const { name, username, ha1 } = account;
  const displayName = name.replace(/["\\]/g, '\\$&');
  const sections = {
    // Linphone must not read the link again at its next start: it works once.
    misc: { transient_provisioning: '1' },
    sip: { default_proxy: '0' },
    auth_info_0: { username, ha1, realm: sipRealm, domain: host, algorithm: 'MD5' },
    proxy_0: {
      reg_proxy: `<sip:${host}:${port};transport=${transports[0]}>`,
      reg_identity: `"${displayName}" <sip:${username}@${host}>`,
      reg_sendregister: '1',
    },
  };
  const lines = Object.entries(sections).flatMap(([section, entries]) => [
    `  <section name="${section}">`,
    ...Object.entries(entries).map(
      ([entry, value]) => `    <entry name="${entry}" overwrite="true">${xml(value)}</entry>`,
    ),
    '  </section>',
  ]);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<config xmlns="http://www.linphone.org/xsds/lpconfig.xsd">',
    ...lines,
    '</config>\n',
  ].join('\n');
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const xml = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
