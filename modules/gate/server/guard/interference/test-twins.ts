import { beforeAll } from 'vitest';
import type { TestApp } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { startMariadb, type TestMariadb } from '#kit/test/mariadb.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { detachedCtx } from '#kit/server/detached.ts';
import { loadAccount } from '#modules/system/server/index.ts';
import { console as contract } from '#modules/console/contract/console.ts';
import { SourceError } from '#modules/sources/server/index.ts';
import { synchronised, testSource } from '#modules/sources/server/test-source.ts';
import { openData, type GuardedSource, type CheckedStatement } from '../open-data.ts';
import { differenceOf, type Outcome } from './compare.ts';
import type { Gate } from './explore.ts';
import { MASKED, worldSql, type Engine, type World } from './schema.ts';

const MAX_ROWS = 3_000;
const TIMEOUT_MS = 20_000;
/** how often a difference is looked at again */
const ROUNDS = 4;
const WORLDS: readonly World[] = ['a', 'b', 'again'];

/** Two sources behind the gate that differ in what is masked only. */
export type Twins = Gate<CheckedStatement>;

async function readerCtx(app: TestApp): Promise<Ctx> {
  const { node } = app;
  const { id } = await app.database.db.selectFrom('sysUser').select('id').where('username', '=', 'admin').executeTakeFirstOrThrow();
  const user = await loadAccount(node.app.db, id);
  if (!user) throw new Error('there is no administrator');
  const signal = new AbortController().signal;
  return detachedCtx(node.app, { user, route: contract.run, db: node.app.db, signal, requestId: 'twins', ip: '', userAgent: '' }).ctx;
}

async function seal(app: TestApp, sourceId: string): Promise<void> {
  // a view is hidden whole until it is known where its columns come from
  const pending = () =>
    app.database.db
      .selectFrom('metadataColumn')
      .select('id')
      .where('sourceId', '=', sourceId)
      .where('levelBy', '=', 'pending')
      .where('deletedAt', 'is', null)
      .execute();
  await until(pending, (rows) => rows.length === 0, 90_000);
  for (const { name, link } of MASKED)
    await app.database.db
      .updateTable('metadataColumn')
      .set({ level: 'L4', classId: link })
      .where('sourceId', '=', sourceId)
      .where('columnName', '=', name)
      .execute();
}

/** What the reader is told of a statement, by the gate's own path. */
async function outcomeOf(guarded: GuardedSource, passed: CheckedStatement): Promise<Outcome> {
  const signal = new AbortController().signal;
  try {
    if (passed.checked.kind === 'write') {
      const { counts } = await guarded.write([passed], { commit: false, timeoutMs: TIMEOUT_MS, signal, sqlKey: 'twins' });
      return { kind: 'change', count: counts[0] ?? 0 };
    }
    const { columns, rows } = await guarded.run(passed, [], { purpose: 'console', maxRows: MAX_ROWS, timeoutMs: TIMEOUT_MS });
    return { kind: 'rows', columns, rows };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return { kind: 'error', told: [error.kind, error.code, error.message, error.raw, error.offset].join(' | ') };
  }
}

function twinsOf(app: TestApp, ids: Record<World, string>, searchPath: Record<World, readonly string[]>): Twins {
  let ready: Promise<{ ctx: Ctx; doors: Record<World, GuardedSource> }> | null = null;
  const open = () =>
    (ready ??= (async () => {
      const ctx = await readerCtx(app);
      return { ctx, doors: { a: await openData(ctx, ids.a), b: await openData(ctx, ids.b), again: await openData(ctx, ids.again) } };
    })());
  return {
    async check(text) {
      const { doors } = await open();
      try {
        const [passed, ...more] = await doors.a.check(text, { mayWrite: true });
        if (!passed || more.length > 0) return { refused: 'not one statement' };
        return passed;
      } catch (error) {
        if (error instanceof AppError && error.key === 'gate.refused') return { refused: error.message };
        throw error;
      }
    },
    async run(passed) {
      const { doors } = await open();
      const on = (world: World) => outcomeOf(doors[world], { ...passed, searchPath: searchPath[world] });
      const [a, b] = await Promise.all([on('a'), on('b')]);
      const difference = differenceOf(a, b);
      if (difference === null) return { difference, isChance: false, outcome: a };
      // Where ties of an ORDER BY fall is chance in MariaDB: what tells nothing differs between equal databases, or not every time.
      for (let round = 0; round < ROUNDS; round++) {
        const isChance = differenceOf(a, await on('again')) !== null || differenceOf(a, await on('a')) !== null;
        if (isChance || differenceOf(a, await on('b')) === null) return { difference: null, isChance: true, outcome: a };
      }
      return { difference, isChance: false, outcome: a };
    },
  };
}

/** The two worlds in PostgreSQL, made before the tests of the file. */
export function postgresTwins(app: TestApp): Twins {
  const source = (world: World) => testSource(app, worldSql(world, 'postgres'));
  const sources: Record<World, ReturnType<typeof source>> = { a: source('a'), b: source('b'), again: source('again') };
  const ids: Record<World, string> = { a: '', b: '', again: '' };
  beforeAll(async () => {
    for (const world of WORLDS) {
      const { sql, reader } = sources[world];
      // changes are undone, but they have to get as far as that
      await sql(`grant all on all tables in schema public to ${reader}`);
      ids[world] = await sources[world].register();
      await seal(app, ids[world]);
    }
  }, 180_000);
  return twinsOf(app, ids, { a: ['public'], b: ['public'], again: ['public'] });
}

/**
 * Gives every world the table statistics of the first. InnoDB estimates them from a few pages, so that rows of another length have other
 * ones and the same statement another plan; what is looked for here is what answers tell, not what plans do.
 */
async function shareStatistics(server: TestMariadb, nameOf: (world: World) => string): Promise<void> {
  const [first, ...others] = WORLDS.map(nameOf);
  for (const [table, columns] of [
    ['innodb_table_stats', 'table_name, last_update, n_rows, clustered_index_size, sum_of_other_index_sizes'],
    ['innodb_index_stats', 'table_name, index_name, last_update, stat_name, stat_value, sample_size, stat_description'],
  ])
    for (const other of others) {
      await server.sql(`delete from mysql.${table} where database_name = ?`, [other]);
      await server.sql(
        `insert into mysql.${table} (database_name, ${columns}) select ?, ${columns} from mysql.${table} where database_name = ?`,
        [other, first],
      );
    }
  await server.sql('flush tables');
}

/** The two worlds in two databases of one MariaDB. */
export function mariadbTwins(app: TestApp): Twins {
  const server = startMariadb();
  const ids: Record<World, string> = { a: '', b: '', again: '' };
  const searchPath: Record<World, readonly string[]> = { a: [], b: [], again: [] };
  const nameOf = (world: World) => `${server.database}_${world}`;
  beforeAll(async () => {
    await server.sql('set global innodb_stats_auto_recalc = off');
    for (const world of WORLDS) {
      const dbName = nameOf(world);
      searchPath[world] = [dbName];
      await server.sql(`create database ${dbName} character set utf8mb4; use ${dbName}; ${worldSql(world, 'mysql')}`);
      const { host, port, owner } = server;
      const made = await app.admin('POST', '/data/metadata/sources', {
        sourceName: `孪生 ${world}`,
        dbType: '2',
        status: '1',
        remark: null,
        schemas: [],
        dbSchema: { host, port, dbName, ...owner, sid: null, sslMode: 'disable' },
      });
      if (made.status !== 200) throw new Error(made.msg);
      ids[world] = made.data.id as string;
      await synchronised(app, ids[world]);
      await seal(app, ids[world]);
    }
    await shareStatistics(server, nameOf);
  }, 300_000);
  return twinsOf(app, ids, searchPath);
}

export const TWINS: Readonly<Record<Engine, (app: TestApp) => Twins>> = { postgres: postgresTwins, mysql: mariadbTwins };
