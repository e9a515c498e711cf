import { ask, connectOnce, end } from './mysql-connect.ts';
import { sourceError } from './mysql-errors.ts';
import { SYSTEM_SCHEMAS } from './mysql-flavour.ts';
import { warningsOf } from './mysql-rights.ts';
import type { Connection, Probe } from './types.ts';

const MOST_SCHEMAS = 1000;
export async function probe(connection: Connection): Promise<Probe> {
  const { client, tls, flavour } = await connectOnce(connection);
  try {
    const system = SYSTEM_SCHEMAS.map(() => '?').join(', ');
    const schemas = await ask(
      client,
      `select schema_name from information_schema.schemata where lower(schema_name) not in (${system}) order by schema_name limit ${MOST_SCHEMAS}`,
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
    return {
      version: flavour.label,
      database: String(database?.[0] ?? ''),
      tls,
      tables: Number(counted?.[0] ?? 0),
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
