import type { Shapes } from '../api/types.ts';

export type Account = Shapes['StaffAccount'];
export type App = 'linphone' | 'gsWave';

/** `sip.example:5060`, as it is entered in a phone. */
export const registrarText = ({ registrar }: Account) => registrar && `${registrar.host}:${registrar.port}`;

/**
 * The text of each app's QR code. Linphone reads the address of its configuration, GS Wave of Grandstream the account itself,
 * which has no field for the transport and means UDP.
 */
export function contentOf(account: Account): Partial<Record<App, string>> {
  const { username, password, registrar, softphone_link } = account;
  return {
    ...(softphone_link !== null && { linphone: softphone_link }),
    ...(registrar?.transports.includes('udp') && {
      gsWave: accountConfig({
        RegisterServer: `${registrar.host}:${registrar.port}`,
        UserID: username,
        AuthID: username,
        AuthPass: password,
        AccountName: username,
        DisplayName: username,
      }),
    }),
  };
}

/** Each value consists of letters, digits and characters of addresses, none of which XML reserves. */
function accountConfig(fields: Record<string, string>): string {
  const account = Object.entries(fields).map(([name, value]) => `<${name}>${value}</${name}>`);
  return `<?xml version="1.0" encoding="utf-8"?><AccountConfig version="1"><Account>${account.join('')}</Account></AccountConfig>`;
}

/** Whether only this computer can open the address. */
export const isOnlyHere = (link: string | null) =>
  link !== null && /^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(link).hostname);
