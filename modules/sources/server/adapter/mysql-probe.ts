import type { Connection as Client } from 'mysql2';
import { ask, connectOnce, end } from './mysql-connect.ts';
import { sourceError } from './mysql-errors.ts';
import { SYSTEM_SCHEMAS } from './mysql-flavour.ts';
import { readsEverything, warningsOf } from './mysql-rights.ts';
import type { Connection, Probe } from './types.ts';

const MAX_SCHEMAS = 1000;
export async function probe(connection: Connection): Promise<Probe> {
  const { client, tls, flavour } = await connectOnce(connection);
  try {
    const system = SYSTEM_SCHEMAS.map(() => '?').join(', ');
    const schemas = await ask(
      client,
      `select schema_name from information_schema.schemata where lower(schema_name) not in (${system}) order by schema_name limit ${MAX_SCHEMAS}`,
      SYSTEM_SCHEMAS,
    );
    const [counted] = await ask(
      client,
      `select count(*) from information_schema.tables where lower(table_schema) not in (${system}) and table_type <> 'SEQUENCE'`,
      SYSTEM_SCHEMAS,
    );
    // not every product answers, and an account without rights on roles may not
    const grants = await ask(client, 'show grants').catch(() => []);
    const [database] = await ask(client, 'select database()');
    const isClassic = flavour.name === 'mysql' || flavour.name === 'mariadb';
    const tables = Number(counted?.[0] ?? 0);
    return {
      version: flavour.label,
      database: String(database?.[0] ?? ''),
      tls,
      tables,
      readable: isClassic
        ? await readableOf(
            client,
            grants.map(([text]) => String(text)),
            tables,
          )
        : null,
      schemas: schemas.map(([name]) => String(name)),
      warnings: warningsOf(grants.map(([text]) => String(text))),
      features: {
        views: true,
        routines: isClassic || flavour.name === 'oceanbase',
        comments: true,
        indexes: flavour.hasTransactions,
        statistics: true,
        foreignKeys: flavour.hasTransactions,
        transactions: flavour.hasTransactions,
        cancel: true,
      },
    };
  } catch (error) {
    throw sourceError(error);
  } finally {
    await end(client);
  }
}

/**
 * Tables that the account may select from, at least a column of them. The catalogue lists everything that it has any right on; the rights
 * of columns are those of its roles too, but are only asked for where no grant says that it reads everything: the server opens each table.
 */
async function readableOf(client: Client, grants: readonly string[], tables: number): Promise<number | null> {
  if (readsEverything(grants)) return tables;
  const system = SYSTEM_SCHEMAS.map(() => '?').join(', ');
  const rows = await ask(
    client,
    `select count(*) from (select distinct table_schema, table_name from information_schema.columns
      where lower(table_schema) not in (${system}) and find_in_set('select', privileges) > 0) t`,
    SYSTEM_SCHEMAS,
  ).catch(() => null);
  return rows === null ? null : Number(rows[0]?.[0] ?? 0);
}
