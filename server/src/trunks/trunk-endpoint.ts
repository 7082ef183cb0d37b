import { idOf, type TrunkId } from '../platform/ids.ts';

/**
 * What a telephone system calls a trunk. Names of trunks belong to their tenant, and two tenants may have chosen the same; ids
 * are unique over all of them.
 */
export const trunkEndpoint = (trunkId: TrunkId) => `trunk-${trunkId}`;

/** The id of the trunk that a telephone system calls so; undefined where it is none of a tenant's. */
export function readTrunkEndpoint(endpoint: string): TrunkId | undefined {
  const id = endpoint.match(/^trunk-(\d{1,15})$/)?.[1];
  return id === undefined ? undefined : idOf('trunk', Number(id));
}
