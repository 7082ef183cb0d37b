import type { AdministratorId, TenantId } from '../../platform/ids.ts';
import type { SecretBox } from '../../platform/secret-box.ts';

type Owner = { tenantId: TenantId; administratorId: AdministratorId };

const contextOf = ({ tenantId, administratorId }: Owner) => `totp/${tenantId}/${administratorId}`;

/** Encrypts a key so that it cannot be decrypted in the row of another administrator. */
export const sealTotpKey = (box: SecretBox, owner: Owner, key: Buffer) =>
  box.seal(key.toString('base64'), contextOf(owner));

export const openTotpKey = (box: SecretBox, owner: Owner, sealed: Buffer) =>
  Buffer.from(box.open(sealed, contextOf(owner)), 'base64');
