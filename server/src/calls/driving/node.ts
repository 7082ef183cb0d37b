import type { Database } from '../../database/connect.ts';
import { idOf, uuidv7 } from '../../platform/ids.ts';
import type { Logger } from '../../platform/log.ts';
import { forgetDeadNodes, leaveAsNode, registerNode, renewLease } from './node-queries.ts';

export type Node = Awaited<ReturnType<typeof becomeNode>>;

/** This process as a driver of calls. After its lease has expired it gets a new id, because its calls may be taken. */
export async function becomeNode(db: Database, log: Logger) {
  let id = idOf('node', uuidv7());
  const node = {
    id: () => id,
    async renew(): Promise<void> {
      if ((await renewLease.run(db, { node_id: id })) > 0) return;
      const next = idOf('node', uuidv7());
      await registerNode.run(db, { node_id: next });
      id = next;
    },
    /** Gives up the lease, so that other nodes can take over the calls at once. */
    async leave(): Promise<void> {
      await leaveAsNode.run(db, { node_id: id });
    },
  };
  // A read-only database is enough to serve requests; when it accepts writes again, the next renewal makes this process a node.
  await node.renew().catch((error) => log('node.lease_failed', { err: error }));
  return node;
}

export async function forgetNodes(db: Database): Promise<void> {
  await forgetDeadNodes.run(db, {});
}
