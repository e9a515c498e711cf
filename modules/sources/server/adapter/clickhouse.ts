import { clickhouseCreate } from './create-texts.ts';
import { randomUUID } from 'node:crypto';
import type { ClickHouseClient } from '@clickhouse/client';
import { engineHarvest, type Catalogue, type SchemaRows } from './engine-harvest.ts';
import { enginePool, withSession, type EngineKind, type Session } from './engine-pool.ts';
import { httpRoute } from './http-agent.ts';
import { NETWORK_REASONS } from './network-errors.ts';
import { SourceError, type Connection, type Probe, type ResultColumn, type SourceAdapter, type SourceErrorKind } from './types.ts';

const LONGEST_MS = 3_600_000;

/** ClickHouse numbers its errors. */
const REASONS: readonly (readonly [RegExp, SourceErrorKind, string])[] = [
  ...NETWORK_REASONS,
  [/^(516|194|192|193)$/, 'unreachable', '用户名或密码错误，请检查数据源的连接信息'],
  [/^81$/, 'unreachable', '数据库不存在，请检查数据库名称'],
  [/^202$/, 'unreachable', '数据源的并发查询已满，请稍后重试'],
  [/^159|160$/, 'timeout', '执行超过时间限制，已自动停止，请缩小查询范围'],
  [/^394$/, 'cancelled', '查询已停止'],
  [/^164$/, 'denied', '只读连接不能修改数据；若账号本身为 readonly=1，请改为 readonly=2，平台才能设置时间限制'],
  [/^497$/, 'denied', '数据源账号没有该对象的权限'],
  [/^60$/, 'statement', '表不存在'],
  [/^(47|16)$/, 'statement', '字段不存在'],
  [/^(352|207)$/, 'statement', '字段名有歧义，请加上表名或别名'],
  [/^62$/, 'statement', '语法错误'],
  [/^46$/, 'statement', '函数不存在'],
  [/^(43|53|70)$/, 'statement', '数据类型不匹配'],
  [/^(6|27|38|41|72)$/, 'statement', '取值无法转换为所需的类型'],
  [/^(215|184)$/, 'statement', '字段必须出现在 GROUP BY 中或用于聚合函数'],
  [/^153$/, 'statement', '除数为零'],
  [/^241$/, 'statement', '数据源资源不足'],
];

/** Turns an error of ClickHouse or the network into words for people. */
export function clickhouseError(error: unknown, text = ''): SourceError {
  if (error instanceof SourceError) return error;
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string };
  const isSilent = /timeout/i.test(message) && code === '';
  const [, kind, reason] = isSilent
    ? ([null, 'unreachable', '连接超时，请检查网络和防火墙'] as const)
    : (REASONS.find(([pattern]) => pattern.test(code)) ??
      ([
        null,
        code === '' ? 'unreachable' : 'statement',
        code === '' ? '服务器的回答不符合 ClickHouse 协议，请检查主机、端口和加密方式' : '数据源返回错误',
      ] as const));
  const at = /failed at position (\d+)/.exec(message);
  const offset = at ? Number(at[1]) - 1 : null;
  return new SourceError(kind, reason, {
    code: code || null,
    raw: kind === 'statement' ? message : null,
    offset: offset !== null && offset <= text.length ? offset : null,
    cause: error,
  });
}

const plainType = (type: string): string => type.replace(/^(?:LowCardinality|Nullable)\((.*)\)$/, '$1').replace(/^Nullable\((.*)\)$/, '$1');
const KINDS: readonly (readonly [RegExp, ResultColumn['kind']])[] = [
  [/^(U?Int|Float|Decimal|BFloat)/, 'number'],
  [/^(Date|DateTime)/, 'time'],
  [/^Bool/, 'boolean'],
  [/^(Array|Map|Tuple|Nested|JSON|Object|Variant|Dynamic)/, 'json'],
];
const kindOf = (type: string): ResultColumn['kind'] => KINDS.find(([pattern]) => pattern.test(plainType(type)))?.[1] ?? 'text';
const shown = (value: unknown): unknown => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value);

const EXACT = {
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_decimals: 1,
  output_format_json_quote_denormals: 1,
  date_time_output_format: 'simple',
} as const;

async function connect(connection: Connection): Promise<Session> {
  const { ClickHouseLogLevel, createClient } = await import('@clickhouse/client');
  const route = await httpRoute(connection);
  const clients = new Map<string, ClickHouseClient>();
  /** Unqualified names are looked up in the database of the client; all of them share their connections. */
  const clientOf = (database: string): ClickHouseClient => {
    const known = clients.get(database);
    if (known) return known;
    const client = createClient({
      url: route.origin,
      username: connection.username ?? 'default',
      password: connection.password ?? '',
      database,
      application: 'databrain',
      request_timeout: LONGEST_MS,
      http_agent: route.agent,
      log: { level: ClickHouseLogLevel.OFF },
    });
    clients.set(database, client);
    return client;
  };
  let running: { id: string; stop: AbortController } | null = null;

  const start = async (text: string, params: readonly unknown[], more: { timeoutMs: number; schema: string | null }) => {
    const id = randomUUID();
    const stop = new AbortController();
    running = { id, stop };
    const values = Object.fromEntries(params.map((value, index) => [`p${index + 1}`, value]));
    const result = await clientOf(more.schema ?? connection.database).query({
      query: text,
      query_id: id,
      format: 'JSONCompactEachRowWithNamesAndTypes',
      query_params: values,
      abort_signal: stop.signal,
      clickhouse_settings: {
        ...EXACT,
        // 2 = nothing is changed, but these settings may be given
        readonly: '2',
        max_execution_time: Math.ceil(more.timeoutMs / 1000) + 1,
        cancel_http_readonly_queries_on_client_close: 1,
      },
    });
    const batches = result.stream()[Symbol.asyncIterator]() as AsyncIterator<{ json<T>(): T }[]>;
    let waiting: unknown[][] = [];
    let isDone = false;
    const pull = async (): Promise<unknown[] | null> => {
      while (waiting.length === 0 && !isDone) {
        const next = await batches.next();
        if (next.done) isDone = true;
        else waiting = next.value.map((row) => row.json<unknown[]>());
      }
      return waiting.shift() ?? null;
    };
    const names = (await pull()) ?? [];
    const types = ((await pull()) ?? []).map(String);
    return {
      columns: names.map((name, index) => ({ name: String(name), type: types[index] ?? '', kind: kindOf(types[index] ?? '') })),
      read: async (most: number) => {
        const rows: unknown[][] = [];
        while (rows.length < most) {
          // what has arrived goes out before the next wait
          if (waiting.length === 0 && rows.length > 0) break;
          const row = await pull();
          if (row === null) break;
          rows.push(row.map(shown));
        }
        return rows;
      },
      close: async () => {
        running = null;
        if (!isDone) stop.abort();
        result.close();
      },
    };
  };

  return {
    async rows(text, params = []) {
      const result = await start(text, params, { timeoutMs: LONGEST_MS, schema: null });
      const all: unknown[][] = [];
      for (;;) {
        const rows = await result.read(10_000);
        if (rows.length === 0) break;
        for (const row of rows) all.push(row);
      }
      await result.close();
      return all;
    },
    open: ({ text, params, searchPath, timeoutMs }) => start(text, params, { timeoutMs, schema: searchPath[0] ?? null }),
    async cancel() {
      const one = running;
      running = null;
      one?.stop.abort();
      // the server ends a reading query whose client has gone; this is for those behind a proxy
      if (one)
        await clientOf(connection.database).command({
          query: 'kill query where query_id = {id:String} async',
          query_params: { id: one.id },
        });
    },
    async end() {
      running?.stop.abort();
      await Promise.all([...clients.values()].map((client) => client.close()));
      route.end();
    },
  };
}

const kind: EngineKind = {
  noWrites: 'ClickHouse 没有事务，修改无法撤销，平台只允许查询',
  explain: clickhouseError,
  connect,
};

const catalogue: Catalogue = {
  reach: { seesAllSchemas: false },
  schemas: async (session) =>
    (
      await session.rows(`select database, count() from system.tables
        where database not in ('system', 'INFORMATION_SCHEMA', 'information_schema') and not is_temporary and name not like '.inner%'
        group by database order by database`)
    ).map(([schema, count]) => [String(schema), Number(count)]),
  async read(session, schema): Promise<SchemaRows> {
    const ask = (sql: string) => session.rows(sql, [schema]);
    const tables = await ask(`select name, engine, comment, total_rows, total_bytes, as_select, primary_key, sorting_key from system.tables
      where database = {p1:String} and not is_temporary and name not like '.inner%' order by name`);
    const columns =
      await ask(`select table, name, position, type, numeric_precision, numeric_scale, default_kind, default_expression, comment, is_in_primary_key
      from system.columns where database = {p1:String} order by table, position`);
    const indexes = await ask(
      `select table, name, type, expr from system.data_skipping_indices where database = {p1:String} order by table, name`,
    );
    return {
      tables: tables.map(([name, engine, comment, rows, bytes, query]): SchemaRows['tables'][number] => [
        name,
        engine === 'MaterializedView' ? 'materialized' : engine === 'View' || engine === 'LiveView' ? 'view' : 'table',
        comment,
        rows,
        bytes,
        query,
      ]),
      columns: columns.map(([table, name, position, type, precision, scale, defaultKind, expression, comment]) => {
        const base = plainType(String(type));
        const isDecimal = base.startsWith('Decimal');
        return {
          table,
          name,
          position,
          type: isDecimal ? 'Decimal' : base,
          length: /^FixedString\((\d+)\)/.exec(base)?.[1] ?? null,
          precision: isDecimal ? precision : null,
          scale: isDecimal ? scale : null,
          isNullable: /Nullable\(/.test(String(type)),
          defaultText: expression ? `${String(defaultKind)} ${String(expression)}` : null,
          comment,
        };
      }),
      // the key sorts and is not unique; still it is what people call the key here
      keys: columns
        .filter((row) => Number(row[9]) === 1)
        .map(([table, name]) => ({ table, name: `${String(table)}_pk`, kind: 'primary' as const, column: name })),
      indexes: indexes.map(([table, name, method, column]) => ({ table, name, isUnique: false, column, method })),
      routines: [],
    };
  },
};

function probe(connection: Connection): Promise<Probe> {
  return withSession(kind, connection, async (session) => {
    const [[version, database] = []] = await session.rows('select version(), currentDatabase()');
    const schemas = await catalogue.schemas(session);
    // an account of its own may lack the right to look; then nothing is said
    const strong = await session
      .rows(
        `select distinct access_type from system.grants where user_name = currentUser() and access_type in ('ALL', 'INSERT', 'DROP', 'ALTER', 'ACCESS MANAGEMENT')`,
      )
      .catch(() => []);
    return {
      version: `ClickHouse ${String(version ?? '')}`.trim(),
      database: String(database ?? connection.database),
      tls: connection.sslMode === 'require' || connection.sslMode === 'verify',
      tables: schemas.reduce((sum, [, count]) => sum + count, 0),
      readable: null,
      schemas: schemas.map(([schema]) => schema),
      warnings: strong.length > 0 ? ['该账号可以修改数据，建议改用只读账号'] : [],
      features: { views: true, routines: false, comments: true, statistics: true, cancel: true },
    };
  });
}

/** ClickHouse over HTTP, tested against recordings only. */
export const clickhouse: SourceAdapter = {
  dialect: 'clickhouse',
  probe,
  harvest: engineHarvest(kind, catalogue),
  pool: enginePool(kind),
  createText: clickhouseCreate,
};
