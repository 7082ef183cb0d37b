import type { TenantId } from '../platform/ids.ts';
import type { SecretBox } from '../platform/secret-box.ts';

type TrunkName = { tenantId: TenantId; name: string };

const contextOf = ({ tenantId, name }: TrunkName) => `trunk/${tenantId}/${name}`;

/** The password as it lies in the database: in the row of another trunk it does not open. */
export const sealTrunkPassword = (box: SecretBox, trunk: TrunkName, password: string | null) =>
  password === null ? null : box.seal(password, contextOf(trunk));

export const openTrunkPassword = (box: SecretBox, trunk: TrunkName, sealed: Buffer | null) =>
  sealed === null ? null : box.open(sealed, contextOf(trunk));
