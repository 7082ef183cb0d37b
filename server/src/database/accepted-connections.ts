import pg from 'pg';

/** How many connections PostgreSQL accepts from this user to this database, as far as it is configured. */
export async function acceptedConnections(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {}); // The running statement fails with the same error.
  await client.connect();
  try {
    const { rows } = await client.query<{ accepted: number }>(`
      select least(
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
          - coalesce(current_setting('reserved_connections', true)::int, 0), -- Since PostgreSQL 16.
        (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
        (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user)
      ) as accepted`);
    return rows[0]?.accepted ?? 0;
  } finally {
    await client.end();
  }
}
