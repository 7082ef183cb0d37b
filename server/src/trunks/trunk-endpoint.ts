/**
 * What a telephone system calls a trunk. Names of trunks belong to their tenant, and two tenants may have chosen the same; ids
 * are unique over all of them.
 */
export const trunkEndpoint = (trunkId: number) => `trunk-${trunkId}`;
