import type pg from 'pg';
import type { Connection } from 'pg';

// PostgreSQL's own description of a statement, without running it: the extended protocol's Parse and Describe.

type DescribedColumn = { name: string; typeId: number; tableId: number; columnId: number };
export type DescribedStatement = { parameterTypeIds: number[]; columns: DescribedColumn[] };

type ProtocolField = { name: string; dataTypeID: number; tableID: number; columnID: number };

export function describeStatement(client: pg.Client, text: string): Promise<DescribedStatement> {
  const { promise, resolve, reject } = Promise.withResolvers<DescribedStatement>();
  const described: DescribedStatement = { parameterTypeIds: [], columns: [] };
  client.query({
    submit(connection: Connection) {
      connection.once('parameterDescription', (message: { dataTypeIDs: number[] }) => {
        described.parameterTypeIds = message.dataTypeIDs;
      });
      connection.parse({ name: '', text, types: [] }, true);
      connection.describe({ type: 'S', name: '' }, true);
      connection.sync();
    },
    handleRowDescription({ fields }: { fields: ProtocolField[] }) {
      described.columns = fields.map(({ name, dataTypeID, tableID, columnID }) => {
        return { name, typeId: dataTypeID, tableId: tableID, columnId: columnID };
      });
    },
    handleReadyForQuery: () => resolve(described),
    handleError: reject,
  } as unknown as pg.Submittable);
  return promise;
}
