import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { StartError } from '#kit/server/start-error.ts';

/** What the product asks of a database, tried on a table of its own that is thrown away. */
interface Ability {
  /** what is missing, in the words of people who run databases */
  readonly name: string;
  readonly tries: (table: string) => readonly string[];
}

/** Without these nothing else can be tried. */
const TABLE: Ability = {
  name: '建表（jsonb、数组、检查约束、带时区的时间）',
  tries: (t) => [
    `create table ${t} (id text primary key, name text not null, keys text[] not null default '{}', doc jsonb not null default '{}',
      state char(1) not null default '1' check (state in ('0', '1')), at timestamptz not null default now(), deleted_at timestamptz)`,
  ],
};

const ABILITIES: readonly Ability[] = [
  {
    name: '部分唯一索引（create unique index … where）',
    tries: (t) => [`create unique index ${t}__name on ${t} (name) where deleted_at is null`],
  },
  {
    name: '覆盖索引（create index … include）',
    tries: (t) => [`create index ${t}__at on ${t} (at desc, id desc) include (state)`],
  },
  {
    name: '按字节顺序的表达式索引（collate "C"）',
    tries: (t) => [`create index ${t}__bytes on ${t} ((lower(name) collate "C")) where deleted_at is null`],
  },
  { name: '数组的 GIN 索引', tries: (t) => [`create index ${t}__keys on ${t} using gin (keys)`] },
  {
    name: 'insert … on conflict do update … where … returning',
    tries: (t) => [
      `insert into ${t} (id, name, keys) values ('1', 'a', '{x,y}')
       on conflict (id) do update set name = excluded.name where ${t}.name <> excluded.name returning id`,
    ],
  },
  {
    name: '跳过已锁定的行（for update skip locked）',
    tries: (t) => ['begin isolation level read committed', `select id from ${t} order by id limit 1 for update skip locked`, 'commit'],
  },
  {
    name: '出错后回到保存点继续（savepoint）',
    tries: (t) => [
      'begin isolation level read committed',
      'savepoint probe',
      `insert into ${t} (id, name) values ('2', 'b')`,
      'rollback to savepoint probe',
      'savepoint probe',
      'release savepoint probe',
      'commit',
    ],
  },
  {
    name: '递归查询（with recursive）',
    tries: () => ['with recursive n (i) as (select 1 union all select i + 1 from n where i < 3) select i from n'],
  },
  {
    name: 'lateral 与 JSON 函数（jsonb_array_elements、jsonb_build_object、jsonb_agg）',
    tries: () => [
      `select jsonb_agg(jsonb_build_object('v', x.v ->> 'k')) from (select '[{"k":1}]'::jsonb as doc) d
       cross join lateral jsonb_array_elements(d.doc) as x (v)`,
    ],
  },
  { name: '聚合的过滤条件（count(*) filter）', tries: (t) => [`select count(*) filter (where state = '1')::int from ${t}`] },
  {
    name: '按范围分区的表（partition by range）',
    tries: (t) => [
      `create table ${t}_days (at timestamptz not null) partition by range (at)`,
      `create table ${t}_rest partition of ${t}_days default`,
      `create table ${t}_day (like ${t}_days)`,
      `alter table ${t}_days attach partition ${t}_day for values from ('2026-01-01') to ('2026-01-02')`,
      `drop table ${t}_days`,
    ],
  },
  { name: '数组的包含与 unnest', tries: (t) => [`select k from ${t} cross join lateral unnest(keys) k where keys @> '{x}'::text[]`] },
];

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? '';
/** Answers of a server that cannot do what was asked: syntax, undefined objects, unsupported features, wrong types. */
const isRefusal = (error: unknown): boolean => /^(?:42(?!501)|0A|XX|22|3F|58)/.test(codeOf(error)) || codeOf(error) === '25001';

async function can(client: pg.Client, statements: readonly string[]): Promise<boolean> {
  try {
    for (const statement of statements) await client.query(statement);
    return true;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    if (!isRefusal(error)) throw error;
    return false;
  }
}

/** An account that may not make tables can still run an installation that is complete. */
async function isInstalled(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query("select 1 from information_schema.tables where table_name = 'kit_migration'");
  return rows.length > 0;
}

/**
 * Tries on a server what the product needs of it, whatever its name and version. Throws StartError with everything that is missing; other
 * failures (no connection, no right to make tables in an empty database) are thrown as they are. Leaves nothing behind.
 */
export async function requireAbilities(client: pg.Client): Promise<void> {
  const table = `kit_probe_${randomBytes(6).toString('hex')}`;
  const missing: string[] = [];
  try {
    if (!(await can(client, TABLE.tries(table)))) missing.push(TABLE.name);
    else for (const { name, tries } of ABILITIES) if (!(await can(client, tries(table)))) missing.push(name);
  } catch (error) {
    if (codeOf(error) === '42501' && (await isInstalled(client))) return;
    throw error;
  } finally {
    for (const name of [table, `${table}_days`, `${table}_day`])
      await client.query(`drop table if exists ${client.escapeIdentifier(name)}`).catch(() => undefined);
  }
  if (missing.length > 0)
    throw new StartError(
      `DATABASE_URL 指向的数据库缺少本程序需要的能力：${missing.join('、')}；请换用具备这些能力的 PostgreSQL 兼容数据库（已实测 PostgreSQL 18）`,
    );
}
