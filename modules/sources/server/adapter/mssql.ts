import { isIP } from 'node:net';
import type Mssql from 'mssql';
import { engineHarvest } from './engine-harvest.ts';
import { enginePool, withSession, type EngineKind, type Session } from './engine-pool.ts';
import { mssqlCatalogue, READABLE } from './mssql-catalogue.ts';
import { makeExact } from './mssql-exact.ts';
import { NETWORK_REASONS } from './network-errors.ts';
import { connectPinned, pinned } from './pinned.ts';
import {
  SourceError,
  type Connection,
  type OpenResult,
  type Probe,
  type ResultColumn,
  type SourceAdapter,
  type SourceErrorKind,
} from './types.ts';
import { writeTexts } from './write-texts.ts';

export type MssqlDriver = Pick<typeof Mssql, 'ConnectionPool' | 'Request' | 'Transaction' | 'ISOLATION_LEVEL'>;

const CONNECT_MS = 8_000;
const LOCK_MS = 3_000;
/** Rows that wait before the server is asked to hold on. */
const MAX_WAITING = 2_000;

const REASONS: readonly (readonly [RegExp, SourceErrorKind, string])[] = [
  ...NETWORK_REASONS,
  [/^ETIMEOUT$/, 'unreachable', '连接超时，请检查网络和防火墙'],
  [/^ESOCKET$/, 'unreachable', '无法连接，请检查主机、端口、加密方式和服务器证书'],
  [/^(ELOGIN|18456|18452|18487|18488)$/, 'unreachable', '用户名或密码错误，请检查数据源的连接信息'],
  [/^(4060|911)$/, 'unreachable', '数据库不存在或账号没有权限，请检查数据库名称'],
  [/^EINSTLOOKUP$/, 'unreachable', '实例不存在，请检查实例名'],
  [/^ECONNCLOSED$/, 'unreachable', '连接被中断，请稍后重试'],
  [/^1222$/, 'timeout', '等待其他事务释放锁超时，请稍后重试'],
  [/^1205$/, 'timeout', '与其他事务互相等待，请稍后重试'],
  [/^ECANCEL$/, 'cancelled', '查询已停止'],
  [/^(229|230|262|297|300|916)$/, 'denied', '数据源账号没有该对象的权限'],
  [/^208$/, 'statement', '表不存在'],
  [/^207$/, 'statement', '字段不存在'],
  [/^209$/, 'statement', '字段名有歧义，请加上表名或别名'],
  [/^(102|105|156|170)$/, 'statement', '语法错误'],
  [/^(195|2812|4121)$/, 'statement', '函数不存在'],
  [/^8120$/, 'statement', '字段必须出现在 GROUP BY 中或用于聚合函数'],
  [/^8134$/, 'statement', '除数为零'],
  [/^(245|241|8114|8115|220)$/, 'statement', '取值无法转换为所需的类型'],
  [/^(547|515|2601|2627)$/, 'statement', '数据违反了表的约束'],
];

function mssqlError(error: unknown, text = '', index = 0): SourceError {
  if (error instanceof SourceError) return error;
  const {
    code = '',
    number,
    message = '',
    lineNumber,
    originalError,
  } = (error ?? {}) as {
    code?: string;
    number?: number;
    message?: string;
    lineNumber?: number;
    originalError?: { code?: string; cause?: { code?: string } };
  };
  const codes = [number === undefined ? '' : String(number), originalError?.cause?.code ?? '', originalError?.code ?? '', code];
  const found = codes.flatMap((one) => REASONS.filter(([pattern]) => one !== '' && pattern.test(one)))[0];
  const [, kind, reason] = found ?? [null, 'statement' as const, '数据源返回错误'];
  const lines = text.split('\n');
  return new SourceError(kind, reason, {
    code: number === undefined ? code || null : String(number),
    raw: kind === 'statement' ? message : null,
    offset:
      kind === 'statement' && lineNumber !== undefined && lineNumber > 1 && lineNumber <= lines.length
        ? lines.slice(0, lineNumber - 1).reduce((sum, line) => sum + line.length + 1, 0)
        : null,
    index,
    cause: error,
  });
}

const KINDS: readonly (readonly [RegExp, ResultColumn['kind']])[] = [
  [/^(tinyint|smallint|int|bigint|real|float|decimal|numeric|money|smallmoney)$/i, 'number'],
  [/^(date|datetime|datetime2|smalldatetime|datetimeoffset)$/i, 'time'],
  [/^bit$/i, 'boolean'],
  [/^(binary|varbinary|image|timestamp|rowversion)$/i, 'binary'],
];
interface Meta {
  readonly name: string;
  readonly type: string;
}
/** The declaration of a column: its type is a function of the driver, named after the type. */
const metaOf = (column: { name: string; type: unknown }): Meta => {
  const { declaration, name = '' } = (
    typeof column.type === 'function' || (typeof column.type === 'object' && column.type !== null) ? column.type : {}
  ) as { declaration?: string; name?: string };
  return { name: column.name, type: (declaration ?? name).toLowerCase() };
};

/** Dates come as UTC parts, because the driver is told to read them so. */
function shown(value: unknown, type: string): unknown {
  if (value instanceof Date) {
    const text = value.toISOString();
    if (type === 'date') return text.slice(0, 10);
    if (type === 'time') return text.slice(11, 23).replace(/\.000$/, '');
    return type === 'datetimeoffset' ? text : text.replace(/(?:\.000)?Z$/, '').replace(/Z$/, '');
  }
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

/** Turns the events of a streaming request into rows that are asked for. */
function pulled(request: Mssql.Request, text: string): Promise<OpenResult & { isDone(): boolean }> {
  const waiting: unknown[][] = [];
  let isDone = false;
  let failed: unknown = null;
  let wake: (() => void) | null = null;
  let meta: Meta[] = [];
  const stir = () => {
    wake?.();
    wake = null;
  };
  return new Promise((resolve, reject) => {
    let isKnown = false;
    const known = () => {
      if (isKnown) return;
      isKnown = true;
      resolve({
        columns: meta.map(({ name, type }) => ({ name, type, kind: KINDS.find(([pattern]) => pattern.test(type))?.[1] ?? 'text' })),
        isDone: () => isDone,
        async read(most) {
          while (waiting.length === 0 && !isDone && failed === null) {
            request.resume();
            await new Promise<void>((go) => (wake = go));
          }
          if (failed !== null) throw failed;
          return waiting.splice(0, most).map((row) => row.map((value, index) => shown(value, meta[index]!.type)));
        },
        close: async () => {
          if (isDone) return;
          request.cancel();
          await new Promise<void>((go) => (isDone || failed !== null ? go() : (wake = go)));
        },
      });
    };
    request.on('recordset', (columns: unknown) => {
      meta = (columns as { name: string; type: unknown }[]).map(metaOf);
      known();
    });
    request.on('row', (row: unknown) => {
      waiting.push(row as unknown[]);
      if (waiting.length >= MAX_WAITING) request.pause();
      stir();
    });
    request.on('error', (error: unknown) => {
      failed ??= error;
      if (!isKnown) reject(error as Error);
      stir();
    });
    request.on('done', () => {
      isDone = true;
      known();
      stir();
    });
    void request.query(text); // in streaming mode everything comes as events
  });
}

function sessionOf(driver: MssqlDriver, pool: Mssql.ConnectionPool): Session {
  let running: Mssql.Request | null = null;
  const prepared = (parent: Mssql.ConnectionPool | Mssql.Transaction, params: readonly unknown[]) => {
    const request = new driver.Request(parent as Mssql.Transaction);
    request.arrayRowMode = true;
    params.forEach((value, index) => request.input(`p${index + 1}`, value));
    return request;
  };
  return {
    async rows(text, params = []) {
      const request = prepared(pool, params);
      running = request;
      const { recordset } = await request.query(text);
      return recordset as unknown as unknown[][];
    },
    async open({ text, params }) {
      // SQL Server has no reading transaction: whatever happens in this one is undone
      const transaction = new driver.Transaction(pool);
      transaction.on('rollback', () => undefined);
      await transaction.begin(driver.ISOLATION_LEVEL.READ_COMMITTED);
      try {
        await prepared(transaction, []).batch(`set lock_timeout ${LOCK_MS}; set xact_abort on`);
        const request = prepared(transaction, params);
        request.stream = true;
        running = request;
        const result = await pulled(request, text);
        return {
          columns: result.columns,
          read: (most) => result.read(most),
          close: async () => {
            await result.close();
            running = null;
            await transaction.rollback();
          },
        };
      } catch (error) {
        await transaction.rollback().catch(() => undefined); // the server has undone it already
        throw error;
      }
    },
    cancel: async () => {
      running?.cancel();
    },
    end: () => pool.close(),
    async write({ texts, commit }) {
      const transaction = new driver.Transaction(pool);
      await transaction.begin(driver.ISOLATION_LEVEL.READ_COMMITTED);
      const execute = async (text: string) => {
        const request = prepared(transaction, []);
        running = request;
        const { rowsAffected } = await request.query(text);
        return rowsAffected.reduce((sum, count) => sum + count, 0);
      };
      const prepare = () => prepared(transaction, []).batch(`set lock_timeout ${LOCK_MS}; set xact_abort on`);
      return writeTexts(
        { prepare, execute, commit: () => transaction.commit(), rollback: () => transaction.rollback() },
        { texts, commit },
      );
    },
  };
}

/** SQL Server by its driver. `load` brings the driver. */
export function mssqlBy(load: () => Promise<MssqlDriver>): SourceAdapter {
  const kind: EngineKind = {
    noWrites: null,
    explain: mssqlError,
    async connect(connection) {
      const driver = await load();
      const address = await pinned(connection.host);
      const tries = connection.sslMode === 'prefer' ? [true, false] : [connection.sslMode !== 'disable'];
      for (const encrypt of tries) {
        const pool = new driver.ConnectionPool({
          server: address,
          port: connection.port,
          database: connection.database,
          user: connection.username ?? '',
          password: connection.password ?? '',
          connectionTimeout: CONNECT_MS,
          // the pool above knows the limit of each statement
          requestTimeout: 0,
          pool: { max: 1, min: 0 },
          options: {
            appName: 'databrain',
            encrypt,
            trustServerCertificate: connection.sslMode !== 'verify',
            readOnlyIntent: true,
            useUTC: true,
            // a server may route its clients elsewhere
            connector: connectPinned,
            ...(isIP(connection.host) ? {} : { serverName: connection.host }),
          } as Mssql.IOptions,
        });
        // a connection that breaks while idle shows at its next use
        pool.on('error', () => undefined);
        try {
          return sessionOf(driver, await pool.connect());
        } catch (error) {
          await pool.close().catch(() => undefined); // it never opened
          const isPlain = /encrypt|does not support|ssl|tls/i.test(String((error as Error).message));
          if (!(encrypt && isPlain && tries.length > 1)) throw error;
        }
      }
      throw new SourceError('unreachable', '数据源无法连接');
    },
  };
  const probe = (connection: Connection): Promise<Probe> =>
    withSession(kind, connection, async (session) => {
      const [[version, database, isAdmin, isOwner, isWriter, tls] = []] = await session
        .rows(
          `select cast(serverproperty('ProductVersion') as nvarchar(128)), db_name(), is_srvrolemember('sysadmin'), is_member('db_owner'),
          is_member('db_datawriter'), (select encrypt_option from sys.dm_exec_connections where session_id = @@spid)`,
        )
        .catch(() =>
          // the last column needs a right that a reading account lacks
          session.rows(
            `select cast(serverproperty('ProductVersion') as nvarchar(128)), db_name(), is_srvrolemember('sysadmin'), is_member('db_owner'), is_member('db_datawriter'), null`,
          ),
        );
      const schemas = await mssqlCatalogue.schemas(session);
      const [[readable] = []] = await session.rows(READABLE).catch(() => []);
      const warnings: string[] = [];
      if (Number(isAdmin) === 1) warnings.push('该账号是 sysadmin，建议改用只读账号');
      else if (Number(isOwner) === 1 || Number(isWriter) === 1) warnings.push('该账号可以修改数据，建议改用只读账号');
      return {
        version: `SQL Server ${String(version ?? '')}`.trim(),
        database: String(database ?? connection.database),
        tls: tls === null || tls === undefined ? connection.sslMode === 'require' || connection.sslMode === 'verify' : tls === 'TRUE',
        tables: schemas.reduce((sum, [, count]) => sum + count, 0),
        readable: readable === undefined || readable === null ? null : Number(readable),
        schemas: schemas.map(([schema]) => schema),
        warnings,
        features: { views: true, routines: true, comments: true, statistics: true, cancel: true },
      };
    });
  return { dialect: 'tsql', probe, harvest: engineHarvest(kind, mssqlCatalogue), pool: enginePool(kind) };
}

/** SQL Server, tested against recordings only. */
export const mssql: SourceAdapter = mssqlBy(async () => {
  makeExact();
  return (await import('mssql')).default;
});
