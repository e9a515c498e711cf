import { createRequire } from 'node:module';
import { join } from 'node:path';
import { engineHarvest } from './engine-harvest.ts';
import { enginePool, withSession, type EngineKind, type Session } from './engine-pool.ts';
import { NETWORK_REASONS } from './network-errors.ts';
import { oracleCatalogue } from './oracle-catalogue.ts';
import { pinned } from './pinned.ts';
import { SourceError, type Connection, type Probe, type ResultColumn, type SourceAdapter, type SourceErrorKind } from './types.ts';
import { driversDir } from './work-dir.ts';
import { writeTexts } from './write-texts.ts';

/** The part of 达梦's driver `dmdb` that is used, after its own declarations. */
interface DmResultSet {
  getRows(most: number): Promise<unknown[][]>;
  close(): Promise<void>;
}
export interface DmConnection {
  execute(
    sql: string,
    params: readonly unknown[],
    options: { outFormat: number; resultSet?: boolean; autoCommit?: boolean },
  ): Promise<{ metaData?: { name: string; dbTypeName?: string }[]; resultSet?: DmResultSet; rows?: unknown[][]; rowsAffected?: number }>;
  commit(): Promise<void>;
  rollback(): Promise<void>;
  close(): Promise<void>;
}
export interface DmDriver {
  readonly OUT_FORMAT_ARRAY: number;
  readonly NUMBER: number;
  readonly DATE: number;
  readonly CLOB: number;
  fetchAsString: number[];
  getConnection(attributes: Record<string, unknown>): Promise<DmConnection>;
}

const CONNECT_MS = 8_000;
const REASONS: readonly (readonly [RegExp, SourceErrorKind, string])[] = [
  ...NETWORK_REASONS,
  [/-2501|用户名或密码错误|invalid username or password/i, 'unreachable', '用户名或密码错误，请检查数据源的连接信息'],
  [/-2506|锁定|locked/i, 'unreachable', '该账号已被锁定，请联系数据库管理员'],
  [/-6001|-6010|-6027|网络通信异常|Network communication|socket/i, 'unreachable', '连接被中断，请检查主机、端口和网络'],
  [/-2106|无效的表或视图名|Invalid table or view name/i, 'statement', '表不存在'],
  [/-2111|无效的列名|Invalid column name/i, 'statement', '字段不存在'],
  [/-2007|语法分析出错|Syntax error/i, 'statement', '语法错误'],
  [/-5502|-5503|-5504|-5505|没有.*权限|no .*privilege/i, 'denied', '数据源账号没有该对象的权限'],
  [/-7010|只读|read.?only/i, 'denied', '只读连接不能修改数据'],
  [/-6609|-504|执行被中断|canceled|cancelled/i, 'cancelled', '查询已停止'],
];

function dmError(error: unknown, _text = '', index = 0): SourceError {
  if (error instanceof SourceError) return error;
  const { message = '', errCode, code } = (error ?? {}) as { message?: string; errCode?: number; code?: string };
  const words = `${code ?? ''} ${errCode ?? ''} ${message}`;
  const [, kind, reason] =
    REASONS.find(([pattern]) => pattern.test(words) || (code !== undefined && pattern.test(code))) ??
    ([null, 'statement', '数据源返回错误'] as const);
  return new SourceError(kind, reason, {
    code: errCode === undefined ? (code ?? null) : String(errCode),
    raw: kind === 'statement' ? message : null,
    index,
    cause: error,
  });
}

const KINDS: readonly (readonly [RegExp, ResultColumn['kind']])[] = [
  [/INT|NUMBER|NUMERIC|DEC|FLOAT|DOUBLE|REAL|BYTE$/i, 'number'],
  [/DATE|TIMESTAMP/i, 'time'],
  [/BLOB|BINARY|IMAGE|RAW/i, 'binary'],
  [/^(BIT|BOOL)/i, 'boolean'],
];
const shown = (value: unknown): unknown => {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'bigint' ? String(value) : value;
};
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

function sessionOf(driver: DmDriver, client: DmConnection, number: string | null, another: () => Promise<DmConnection>): Session {
  const array = { outFormat: driver.OUT_FORMAT_ARRAY, autoCommit: false };
  const schema = async (searchPath: readonly string[]) => {
    if (searchPath[0] !== undefined) await client.execute(`set schema ${quoted(searchPath[0])}`, [], array);
  };
  return {
    rows: async (text, params = []) => (await client.execute(text, params, array)).rows ?? [],
    async open({ text, params, searchPath }) {
      await schema(searchPath);
      await client.execute('set transaction read only', [], array);
      const { resultSet, rows = [], metaData = [] } = await client.execute(text, params, { ...array, resultSet: true });
      let rest: unknown[][] = rows;
      return {
        columns: metaData.map(({ name, dbTypeName = '' }) => ({
          name,
          type: dbTypeName.toLowerCase(),
          kind: KINDS.find(([pattern]) => pattern.test(dbTypeName))?.[1] ?? 'text',
        })),
        read: async (most) => {
          const batch = resultSet ? await resultSet.getRows(most) : rest.slice(0, most);
          if (!resultSet) rest = rest.slice(most);
          return batch.map((row) => row.map(shown));
        },
        close: async () => {
          await resultSet?.close();
          await client.rollback();
        },
      };
    },
    // the driver cannot interrupt: another connection asks the server to
    async cancel() {
      if (number === null) return;
      const other = await another();
      try {
        await other.execute('call sp_cancel_session_operation(?)', [number], array);
      } finally {
        await other.close();
      }
    },
    end: () => client.close(),
    async write({ texts, searchPath, commit }) {
      await schema(searchPath);
      const execute = async (text: string) => (await client.execute(text, [], array)).rowsAffected ?? 0;
      return writeTexts({ execute, commit: () => client.commit(), rollback: () => client.rollback() }, { texts, commit });
    },
  };
}

/** 达梦 by its own driver. `load` brings the driver, which the operator has installed. */
export function dmBy(load: () => Promise<DmDriver>): SourceAdapter {
  const kind: EngineKind = {
    noWrites: null,
    explain: dmError,
    async connect(connection) {
      if (connection.sslMode === 'require' || connection.sslMode === 'verify')
        throw new SourceError('unreachable', '达梦的加密连接需要证书文件，暂不支持，请将加密方式改为不加密或优先加密');
      const driver = await load();
      driver.fetchAsString = [driver.NUMBER, driver.DATE, driver.CLOB];
      const address = await pinned(connection.host);
      const open = () =>
        driver.getConnection({
          connectString: `${address.includes(':') ? `[${address}]` : address}:${connection.port}`,
          user: connection.username ?? '',
          password: connection.password ?? '',
          connectTimeout: CONNECT_MS,
          autoCommit: false,
          appName: 'databrain',
        });
      const client = await open();
      const found = await client.execute('select sessid()', [], { outFormat: driver.OUT_FORMAT_ARRAY }).catch(() => null); // without it a cancel cuts the connection
      return sessionOf(driver, client, found?.rows?.[0]?.[0] === undefined ? null : String(found.rows[0][0]), open);
    },
  };
  const catalogue = oracleCatalogue(false);
  const probe = (connection: Connection): Promise<Probe> =>
    withSession(kind, connection, async (session) => {
      const [[version] = []] = await session.rows('select banner from v$version').catch(() => []); // not every account may read it
      const schemas = await catalogue.schemas(session);
      const granted = await session.rows('select granted_role from user_role_privs').catch(() => []);
      const roles = granted.map(([role]) => String(role));
      return {
        version: String(version ?? '达梦'),
        database: connection.database,
        tls: false,
        tables: schemas.reduce((sum, [, count]) => sum + count, 0),
        readable: null,
        schemas: schemas.map(([schema]) => schema),
        warnings: roles.includes('DBA') ? ['该账号拥有 DBA 角色，建议改用只读账号'] : [],
        features: { views: true, routines: true, comments: true, statistics: true, cancel: true },
      };
    });
  return { dialect: 'oracle', probe, harvest: engineHarvest(kind, catalogue), pool: enginePool(kind) };
}

/** Where the driver may lie: beside the product, or where the operator puts drivers. */
async function installed(): Promise<DmDriver> {
  for (const from of [import.meta.url, join(driversDir(), 'package.json')])
    try {
      return createRequire(from)('dmdb') as DmDriver;
    } catch (error) {
      if ((error as { code?: string }).code !== 'MODULE_NOT_FOUND') throw error;
    }
  throw new SourceError(
    'driver',
    '未安装达梦驱动：其许可不允许随产品分发，请在服务器的数据目录（DATA_DIR）中执行 npm install --prefix drivers dmdb，安装后无需重启',
  );
}

/** 达梦 DM8, tested against recordings only. */
export const dm: SourceAdapter = dmBy(installed);
