/**
 * SQL condition: the owning node's lease has expired. It is a subquery and not an anti join: a statement that locks rows, with
 * or without SKIP LOCKED, rechecks its condition on the current version of a changed row, and for an anti join PostgreSQL then
 * reuses the earlier result that no node matched.
 */
export const isLeaseExpired = (node: string) =>
  `coalesce((select n.alive_until from nodes n where n.node_id = ${node}), '-infinity') <= now()`;
