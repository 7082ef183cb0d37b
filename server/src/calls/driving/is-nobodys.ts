/**
 * Whether what belongs to a node belongs to nobody, in SQL. A subquery and not an anti join: whoever waited for a row, or skipped
 * one, looks at it once more as it is now, and of an anti join PostgreSQL then remembers only that there was nobody.
 */
export const isNobodys = (node: string) =>
  `coalesce((select n.alive_until from nodes n where n.node_id = ${node}), '-infinity') <= now()`;
