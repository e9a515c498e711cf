import { engineHarvest, type Catalogue, type SchemaRows } from './engine-harvest.ts';
import { enginePool, withSession, type EngineKind, type Session } from './engine-pool.ts';
import { NETWORK_REASONS } from './network-errors.ts';
import { TrinoClient, TrinoError, type TrinoQuery } from './trino-client.ts';
import { SourceError, type Connection, type Probe, type ResultColumn, type SourceAdapter, type SourceErrorKind } from './types.ts';

const REASONS: readonly (readonly [RegExp, SourceErrorKind, string])[] = [
  ...NETWORK_REASONS,
  [/^AUTHENTICATION_FAILED$/, 'unreachable', '用户名或密码错误，请检查数据源的连接信息'],
  [/^PROTOCOL$/, 'unreachable', '服务器的回答不符合 Trino 协议，请检查主机、端口和加密方式'],
  [/^(SERVER_STARTING_UP|SERVER_SHUTTING_DOWN)$/, 'unreachable', '数据源正在启动或关闭，请稍后重试'],
  [/^(CATALOG_NOT_FOUND|MISSING_CATALOG_NAME)$/, 'statement', '目录（catalog）不存在，请检查数据库名称'],
  [/^SCHEMA_NOT_FOUND$/, 'statement', '模式不存在'],
  [/^(EXCEEDED_TIME_LIMIT|EXCEEDED_CPU_LIMIT)$/, 'timeout', '执行超过时间限制，已自动停止，请缩小查询范围'],
  [/^USER_CANCELED$/, 'cancelled', '查询已停止'],
  [/^PERMISSION_DENIED$/, 'denied', '数据源账号没有该对象的权限'],
  [/^READ_ONLY_VIOLATION$/, 'denied', '只读连接不能修改数据'],
  [/^TABLE_NOT_FOUND$/, 'statement', '表不存在'],
  [/^COLUMN_NOT_FOUND$/, 'statement', '字段不存在'],
  [/^AMBIGUOUS_NAME$/, 'statement', '字段名有歧义，请加上表名或别名'],
  [/^SYNTAX_ERROR$/, 'statement', '语法错误'],
  [/^FUNCTION_NOT_FOUND$/, 'statement', '函数不存在，或参数类型不匹配'],
  [/^TYPE_MISMATCH$/, 'statement', '数据类型不匹配'],
  [/^INVALID_CAST_ARGUMENT$/, 'statement', '取值无法转换为所需的类型'],
  [/^DIVISION_BY_ZERO$/, 'statement', '除数为零'],
  [/^(EXCEEDED_.*MEMORY_LIMIT|EXCEEDED_LOCAL_MEMORY_LIMIT|CLUSTER_OUT_OF_MEMORY)$/, 'statement', '数据源资源不足'],
];

/** Turns what Trino or the network said into words for people. */
export function trinoError(error: unknown, text = ''): SourceError {
  if (error instanceof SourceError) return error;
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string };
  const [, kind, reason] = REASONS.find(([pattern]) => pattern.test(code)) ?? [null, 'statement' as const, '数据源返回错误'];
  const place = error instanceof TrinoError ? error.place : null;
  const before = place ? text.split('\n').slice(0, place.line - 1) : [];
  return new SourceError(kind, reason, {
    code: code || null,
    raw: kind === 'statement' ? message : null,
    offset: place ? before.reduce((sum, line) => sum + line.length + 1, 0) + place.column - 1 : null,
    cause: error,
  });
}

const KINDS: readonly (readonly [RegExp, ResultColumn['kind']])[] = [
  [/^(tinyint|smallint|integer|bigint|real|double|decimal)/, 'number'],
  [/^(date|timestamp)/, 'time'],
  [/^boolean/, 'boolean'],
  [/^varbinary/, 'binary'],
  [/^(json|array|map|row)/, 'json'],
];
const kindOf = (type: string): ResultColumn['kind'] => KINDS.find(([pattern]) => pattern.test(type))?.[1] ?? 'text';

function shown(value: unknown, type: string): unknown {
  if (value === null || value === undefined) return null;
  if (type === 'bigint') return String(value);
  if (type === 'varbinary') return `\\x${Buffer.from(String(value), 'base64').toString('hex')}`;
  if (type.startsWith('timestamp') && typeof value === 'string') return value.replace(/^(\d{4}-\d\d-\d\d) (\d)/, '$1T$2');
  return typeof value === 'object' ? JSON.stringify(value) : value;
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
/** Trino has no parameters in its first message: values become literals, as its own drivers do. */
function bound(text: string, params: readonly unknown[]): string {
  let index = 0;
  if (params.length === 0) return text;
  const values = params.map((value) =>
    value === null || value === undefined
      ? 'null'
      : typeof value === 'number' || typeof value === 'boolean'
        ? String(value)
        : literal(String(value)),
  );
  return text.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\?/g, (part) =>
    part === '?' ? (values[index++] ?? '?') : part,
  );
}

function sessionOf(client: TrinoClient): Session {
  let running: TrinoQuery | null = null;
  let stop = new AbortController();
  return {
    async rows(text, params = []) {
      stop = new AbortController();
      const query = await client.start(bound(text, params), { schema: null, timeoutMs: null, signal: stop.signal });
      const all: unknown[][] = [];
      for (;;) {
        const rows = await query.read(10_000);
        if (rows.length === 0) return all;
        for (const row of rows) all.push(row);
      }
    },
    async open({ text, params, searchPath, timeoutMs }) {
      stop = new AbortController();
      const query = await client.start(bound(text, params), { schema: searchPath[0] ?? null, timeoutMs, signal: stop.signal });
      running = query;
      const columns = await query.ready();
      return {
        columns: columns.map(({ name, type }) => ({ name, type, kind: kindOf(type) })),
        read: async (most) => (await query.read(most)).map((row) => row.map((value, index) => shown(value, columns[index]!.type))),
        close: async () => {
          running = null;
          await query.cancel();
        },
      };
    },
    async cancel() {
      const query = running;
      stop.abort();
      await query?.cancel();
    },
    end: async () => {
      stop.abort();
      client.end();
    },
  };
}

const kind: EngineKind = {
  noWrites: 'Trino 没有事务，修改无法撤销，平台只允许查询',
  explain: trinoError,
  connect: async (connection) => sessionOf(await TrinoClient.open(connection)),
};

const catalogueOf = (database: string): Catalogue => {
  const catalog = `"${database.replaceAll('"', '""')}"`;
  const own = `table_schem = ?`;
  return {
    reach: { seesAllSchemas: false },
    schemas: async (session) =>
      (
        await session.rows(
          `select table_schema, count(*) from ${catalog}.information_schema.tables where table_schema <> 'information_schema' group by table_schema order by table_schema`,
        )
      ).map(([schema, count]) => [String(schema), Number(count)]),
    async read(session, schema): Promise<SchemaRows> {
      const tables = await session.rows(
        `select t.table_name, t.table_type, c.comment from ${catalog}.information_schema.tables t
          left join system.metadata.table_comments c on c.catalog_name = ? and c.schema_name = t.table_schema and c.table_name = t.table_name
        where t.table_schema = ? order by t.table_name`,
        [database, schema],
      );
      const views = new Map(
        (
          await session.rows(`select table_name, view_definition from ${catalog}.information_schema.views where table_schema = ?`, [schema])
        ).map(([name, text]) => [String(name), text]),
      );
      const materialized = new Map(
        (
          await session.rows('select name, definition from system.metadata.materialized_views where catalog_name = ? and schema_name = ?', [
            database,
            schema,
          ])
        ).map(([name, text]) => [String(name), text]),
      );
      const columns = await session.rows(
        `select table_name, column_name, ordinal_position, type_name, column_size, decimal_digits, nullable, column_def, remarks
          from system.jdbc.columns where table_cat = ? and ${own} order by table_name, ordinal_position`,
        [database, schema],
      );
      return {
        tables: tables.map(([name, type, comment]): SchemaRows['tables'][number] => {
          const text = materialized.get(String(name)) ?? views.get(String(name)) ?? null;
          const isView = type === 'VIEW' || views.has(String(name));
          return [name, materialized.has(String(name)) ? 'materialized' : isView ? 'view' : 'table', comment, null, null, text];
        }),
        columns: columns.map(([table, name, position, type, size, digits, nullable, byDefault, comment]) => {
          const base = String(type).replace(/\(.*/, '');
          return {
            table,
            name,
            position,
            type: base === 'decimal' ? 'decimal' : String(type).replace(/\(\d+\)/, ''),
            length: /char/.test(base) && Number(size) < 2_147_483_647 ? size : null,
            precision: base === 'decimal' ? size : null,
            scale: base === 'decimal' ? digits : null,
            isNullable: Number(nullable) !== 0,
            defaultText: byDefault,
            comment,
          };
        }),
        keys: [],
        indexes: [],
        routines: [],
      };
    },
  };
};

function probe(connection: Connection): Promise<Probe> {
  return withSession(kind, connection, async (session) => {
    const [[version] = []] = await session.rows('select node_version from system.runtime.nodes where coordinator = true limit 1');
    const schemas = await catalogueOf(connection.database).schemas(session);
    return {
      version: `Trino ${String(version ?? '')}`.trim(),
      database: connection.database,
      tls: connection.sslMode === 'require' || connection.sslMode === 'verify',
      tables: schemas.reduce((sum, [, count]) => sum + count, 0),
      readable: null,
      schemas: schemas.map(([schema]) => schema),
      warnings:
        connection.password !== null && connection.sslMode !== 'require' && connection.sslMode !== 'verify'
          ? ['密码未加密传输，建议将加密方式改为必须加密']
          : [],
      features: { views: true, routines: false, comments: true, statistics: false, cancel: true },
    };
  });
}

/** Trino over its HTTP protocol, tested against recordings only. */
export const trino: SourceAdapter = {
  dialect: 'trino',
  probe,
  harvest: (connection, scope, signal) => engineHarvest(kind, catalogueOf(connection.database))(connection, scope, signal),
  pool: enginePool(kind),
};
