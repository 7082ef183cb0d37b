import { idOf, type TrunkId } from '../platform/ids.ts';

/** The name of a trunk in a telephone system. Trunk names are unique only within a tenant; ids are unique across tenants. */
export const trunkEndpoint = (trunkId: TrunkId) => `trunk-${trunkId}`;

/** The id of the trunk with this endpoint name; undefined if it is not a tenant's trunk. */
export function readTrunkEndpoint(endpoint: string): TrunkId | undefined {
  const id = endpoint.match(/^trunk-(\d{1,15})$/)?.[1];
  return id === undefined ? undefined : idOf('trunk', Number(id));
}
