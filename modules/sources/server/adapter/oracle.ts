import { oracleCreate } from './create-texts.ts';
import type OracleDb from 'oracledb';
import { engineHarvest } from './engine-harvest.ts';
import { enginePool, withSession, type EngineKind, type Session } from './engine-pool.ts';
import { oracleCatalogue } from './oracle-catalogue.ts';
import { oracleError } from './oracle-errors.ts';
import { pinned } from './pinned.ts';
import { SourceError, type Connection, type Probe, type ResultColumn, type SourceAdapter } from './types.ts';
import { writeTexts } from './write-texts.ts';

export type OracleDriver = Pick<typeof OracleDb, 'getConnection' | 'OUT_FORMAT_ARRAY' | 'STRING' | 'BUFFER'>;

const CONNECT_S = 8;
const FETCH = 1_000;
const CATALOGUE_FETCH = 10_000;
/** What a name may consist of that becomes part of a connect descriptor. */
const PLAIN = /^[\w.$#-]{1,128}$/;

const NUMBERS = /^DB_TYPE_(NUMBER|BINARY_INTEGER)$/;
const KINDS: readonly (readonly [RegExp, ResultColumn['kind']])[] = [
  [/^DB_TYPE_(NUMBER|BINARY_)/, 'number'],
  [/^DB_TYPE_(DATE|TIMESTAMP)/, 'time'],
  [/^DB_TYPE_(RAW|LONG_RAW|BLOB)/, 'binary'],
  [/^DB_TYPE_BOOLEAN/, 'boolean'],
  [/^DB_TYPE_JSON/, 'json'],
];

const two = (n: number): string => String(n).padStart(2, '0');
/** DATE and TIMESTAMP carry no zone; the driver gives them as local parts of this process. */
const local = (date: Date): string =>
  `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}` +
  (date.getMilliseconds() === 0 ? '' : `.${String(date.getMilliseconds()).padStart(3, '0')}`);

function shown(value: unknown, type: string): unknown {
  if (value instanceof Date) return /TIME ZONE|TZ/.test(type) ? value.toISOString() : local(value);
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'bigint') return String(value);
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

/** `service` or SID: the form has one field for both, and the listener says which it is. */
function descriptor(connection: Connection, address: string, by: 'SERVICE_NAME' | 'SID'): string {
  const name = connection.sid ?? connection.database;
  if (!PLAIN.test(name)) throw new SourceError('unreachable', '服务名或SID只能包含字母、数字、点、下划线和连字符');
  const isTls = connection.sslMode === 'require' || connection.sslMode === 'verify';
  // with `verify` the certificate proves the name, so the name is what is connected to; its address was checked
  const host = connection.sslMode === 'verify' ? connection.host : address;
  const security = isTls ? `(SECURITY=(SSL_SERVER_DN_MATCH=${connection.sslMode === 'verify' ? 'ON' : 'OFF'}))` : '';
  return (
    `(DESCRIPTION=(TRANSPORT_CONNECT_TIMEOUT=${CONNECT_S})(ADDRESS=(PROTOCOL=${isTls ? 'tcps' : 'tcp'})(HOST=${host})(PORT=${connection.port}))` +
    `(CONNECT_DATA=(${by}=${name}))${security})`
  );
}

async function connectTo(driver: OracleDriver, connection: Connection): Promise<OracleDb.Connection> {
  const address = await pinned(connection.host);
  const login = { user: connection.username ?? '', password: connection.password ?? '' };
  try {
    return await driver.getConnection({ ...login, connectString: descriptor(connection, address, 'SERVICE_NAME') });
  } catch (error) {
    if (!/ORA-12514|NJS-518/.test(String((error as Error).message))) throw error;
    return driver.getConnection({ ...login, connectString: descriptor(connection, address, 'SID') });
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

function sessionOf(driver: OracleDriver, client: OracleDb.Connection): Session {
  const options = {
    outFormat: driver.OUT_FORMAT_ARRAY,
    // numbers stay the digits that the server sends, large texts come whole
    fetchTypeHandler: ({ dbTypeName = '' }: { dbTypeName?: string }) => {
      if (dbTypeName === 'BLOB') return { type: driver.BUFFER };
      return NUMBERS.test(`DB_TYPE_${dbTypeName}`) || /CLOB|LONG$/.test(dbTypeName) ? { type: driver.STRING } : undefined;
    },
  };
  const begin = async (searchPath: readonly string[], timeoutMs: number) => {
    client.callTimeout = timeoutMs + 1_000;
    if (searchPath[0] !== undefined) await client.execute(`alter session set current_schema = ${quoted(searchPath[0])}`);
  };
  return {
    async rows(text, params = []) {
      const { resultSet } = await client.execute<unknown[]>(text, [...params], {
        ...options,
        resultSet: true,
        fetchArraySize: CATALOGUE_FETCH,
      } as OracleDb.ExecuteOptions);
      const all: unknown[][] = [];
      try {
        for (;;) {
          const rows = await resultSet!.getRows(CATALOGUE_FETCH);
          if (rows.length === 0) return all;
          for (const row of rows) all.push(row);
        }
      } finally {
        await resultSet!.close();
      }
    },
    async open({ text, params, searchPath, timeoutMs }) {
      await begin(searchPath, timeoutMs);
      await client.execute('set transaction read only');
      const { resultSet, metaData = [] } = await client.execute<unknown[]>(
        text,
        [...params] as OracleDb.BindParameters,
        {
          ...options,
          resultSet: true,
          fetchArraySize: FETCH,
        } as OracleDb.ExecuteOptions,
      );
      const types = metaData.map((column) => `DB_TYPE_${column.dbTypeName ?? ''}`);
      return {
        columns: metaData.map((column, index) => ({
          name: column.name,
          type: (column.dbTypeName ?? '').toLowerCase(),
          kind: KINDS.find(([pattern]) => pattern.test(types[index]!))?.[1] ?? 'text',
        })),
        read: async (most) => {
          const rows = resultSet ? await resultSet.getRows(most) : [];
          return rows.map((row) => row.map((value, index) => shown(value, types[index]!)));
        },
        close: async () => {
          await resultSet?.close();
          await client.rollback();
        },
      };
    },
    cancel: () => client.break(),
    end: () => client.close({ drop: true } as never),
    async write({ texts, searchPath, timeoutMs, commit }) {
      await begin(searchPath, timeoutMs);
      const execute = async (text: string) => (await client.execute(text, [], { autoCommit: false })).rowsAffected ?? 0;
      return writeTexts({ execute, commit: () => client.commit(), rollback: () => client.rollback() }, { texts, commit });
    },
  };
}

/** Oracle by its thin driver. `load` brings the driver. */
export function oracleBy(load: () => Promise<OracleDriver>): SourceAdapter {
  const kind: EngineKind = {
    noWrites: null,
    explain: oracleError,
    async connect(connection) {
      const driver = await load();
      return sessionOf(driver, await connectTo(driver, connection));
    },
  };
  const probe = (connection: Connection): Promise<Probe> =>
    withSession(kind, connection, async (session) => {
      const [[version] = []] = await session.rows(`select version from product_component_version where product like 'Oracle%'`);
      const [[name] = []] = await session.rows(`select sys_context('userenv', 'db_name') from dual`);
      const schemas = await oracleCatalogue(true).schemas(session);
      const privileges = (await session.rows('select privilege from session_privs')).map(([privilege]) => String(privilege));
      const strong = privileges.filter((privilege) =>
        /^(DROP|ALTER|DELETE|UPDATE|INSERT|CREATE) ANY TABLE$|^ALTER DATABASE$/.test(privilege),
      );
      return {
        version: `Oracle ${String(version ?? '')}`.trim(),
        database: String(name ?? connection.sid ?? connection.database),
        tls: connection.sslMode === 'require' || connection.sslMode === 'verify',
        tables: schemas.reduce((sum, [, count]) => sum + count, 0),
        readable: null,
        schemas: schemas.map(([schema]) => schema),
        warnings: strong.length > 0 ? [`该账号拥有 ${strong[0]} 权限，建议改用只读账号`] : [],
        features: { views: true, routines: true, comments: true, statistics: true, cancel: true },
      };
    });
  return {
    dialect: 'oracle',
    probe,
    harvest: engineHarvest(kind, oracleCatalogue(true)),
    pool: enginePool(kind),
    createText: oracleCreate,
  };
}

/** Oracle 12.1 and later, tested against recordings only. */
export const oracle: SourceAdapter = oracleBy(async () => (await import('oracledb')).default);
