import type { TenantId } from '../platform/ids.ts';
import type { SecretBox } from '../platform/secret-box.ts';

type TrunkName = { tenantId: TenantId; name: string };

const contextOf = ({ tenantId, name }: TrunkName) => `trunk/${tenantId}/${name}`;

/** Encrypts a password so that it cannot be decrypted in the row of another trunk. */
export const sealTrunkPassword = (box: SecretBox, trunk: TrunkName, password: string | null) =>
  password === null ? null : box.seal(password, contextOf(trunk));

export const openTrunkPassword = (box: SecretBox, trunk: TrunkName, sealed: Buffer | null) =>
  sealed === null ? null : box.open(sealed, contextOf(trunk));
