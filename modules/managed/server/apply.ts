import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { App, Db } from '#kit/server/ctx.ts';
import { freeName, planNew, planTable, type StoredTable, type TablePlan, type TableSpec } from '../core/index.ts';
import { statements } from './ddl.ts';
import { assertNothingInTheWay } from './in-the-way.ts';
import { SCHEMA } from './names.ts';
import { grantReading, registerInCatalogue } from './source.ts';
import { storeTable, tablesOf, type OwnedTable, type Owner } from './stored.ts';

/** How long a change waits for a table, and how long it may hold it: whoever fills meanwhile waits as long. */
const LOCK_WAIT = '800ms';
const LOCK_HELD = '1000ms';

/** The tables of an owner as they should be; tables that are not among them are hidden, their rows stay. */
export interface DesiredTables extends Owner {
  readonly by: string;
  readonly tables: readonly TableSpec[];
}

/** What became of the tables that an owner asked for. */
export interface Applied {
  /** all tables of the owner, hidden ones too, in the order asked for */
  readonly tables: readonly OwnedTable[];
  /** to be called after the commit; null when there is nothing to do */
  readonly follow: (() => Promise<void>) | null;
}

interface Change {
  readonly before: StoredTable | null;
  readonly plan: TablePlan;
}

/** Makes whatever has to wait for a lock, or meets a row that came meanwhile, start over with the whole transaction. */
function toOurs(error: unknown): unknown {
  const code = (error as { code?: string }).code ?? '';
  const again = Object.assign(new Error('the table was in use', { cause: error }), { code: '40001' });
  if (code === '55P03') return new AppError('server.unavailable', '数据表正被长时间占用，改动没有执行，请稍后重试', null, { cause: again });
  // a row that was not there when they were counted: the next try counts it
  if (['22001', '22003', '23505'].includes(code)) return again;
  if (code === '57014') return new AppError('rule.broken', '数据量太大，这项改动会让填报停顿超过1秒，没有执行；可新增一个字段代替');
  if (code === '3F000' || code === '42501')
    return new AppError('rule.broken', '平台数据库账号不能在模式 managed 中建表，请联系管理员查看启动时的提示', null, { cause: error });
  return error;
}

/** Runs the statements of all plans; other transactions wait for the tables for a second at most. */
async function run(db: Db, changes: readonly Change[]): Promise<void> {
  const plain = db.withoutPlugins();
  const texts = changes.flatMap(({ plan: { after, steps } }) => statements(plain, after.name, after.label, steps));
  if (texts.length === 0) return;
  const { rows } = await sql<{ lock: string; statement: string }>`
    select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement`.execute(db);
  const limits = (lock: string, statement: string) =>
    sql`select set_config('lock_timeout', ${lock}, true), set_config('statement_timeout', ${statement}, true)`.execute(db);
  await limits(LOCK_WAIT, LOCK_HELD);
  try {
    for (const text of texts) await plain.executeQuery(text.compile() as never);
  } catch (error) {
    throw toOurs(error);
  }
  await limits(rows[0]!.lock, rows[0]!.statement);
}

async function nameFor(db: Db, spec: TableSpec, given: ReadonlySet<string>): Promise<string> {
  const base = freeName(spec.name, spec.part, () => false);
  const rows = await db.selectFrom('managedTable').select('tableName').where('tableName', 'like', `${base}%`).execute();
  const taken = new Set([...rows.map((row) => row.tableName), ...given]);
  return freeName(spec.name, spec.part, (name) => taken.has(name));
}

async function changesFor(app: App, db: Db, desired: DesiredTables, stored: readonly OwnedTable[]): Promise<Change[]> {
  const nextId = () => app.ids.next();
  const changes: Change[] = [];
  const names = new Set<string>();
  for (const spec of desired.tables) {
    const before = stored.find((table) => table.part === spec.part) ?? null;
    const plan = before ? planTable(before, spec, nextId) : planNew(spec, await nameFor(db, spec, names), nextId);
    names.add(plan.after.name);
    changes.push({ before, plan });
  }
  for (const table of stored)
    if (!table.isHidden && !desired.tables.some((spec) => spec.part === table.part))
      changes.push({ before: table, plan: { steps: [], checks: [], after: { ...table, isHidden: true } } });
  return changes;
}

/**
 * Makes the tables of an owner what is desired, whole or not at all, in the transaction of the caller; their catalogue rows are part of it.
 * Throws rule.broken with the number of rows when existing rows do not fit, and server.unavailable when a table stays in use.
 */
export async function applyTables(app: App, db: Db, desired: DesiredTables): Promise<Applied> {
  const owner = { module: desired.module, ownerId: desired.ownerId };
  const changes = await changesFor(app, db, desired, await tablesOf(db, owner, { isLocked: true }));
  await assertNothingInTheWay(
    db,
    changes.flatMap(({ before, plan }) => (before ? [{ table: before.name, checks: plan.checks }] : [])),
  );
  await run(db, changes);
  for (const { before, plan } of changes) await storeTable(app, db, { owner, by: desired.by, before, after: plan.after });
  const tables = changes.map(({ plan: { after } }): OwnedTable => ({ ...after, ...owner }));
  const touched = tables.filter((_, i) => {
    const { before, plan } = changes[i]!;
    return before === null || plan.steps.length > 0 || before.isHidden !== plan.after.isHidden;
  });
  await grantReading(app, db, touched);
  const follow = touched.length > 0 ? await registerInCatalogue(app, db, { by: desired.by, tables: touched }) : null;
  return { tables, follow };
}

/** Throws what `applyTables` would because of existing rows, and changes nothing. */
export async function assertTablesFit(app: App, db: Db, desired: DesiredTables): Promise<void> {
  const changes = await changesFor(app, db, desired, await tablesOf(db, { module: desired.module, ownerId: desired.ownerId }));
  await assertNothingInTheWay(
    db,
    changes.flatMap(({ before, plan }) => (before ? [{ table: before.name, checks: plan.checks }] : [])),
  );
}

/** Hides all tables of an owner: rows stay, and nobody sees them. Answers what has to follow the commit. */
export async function hideTables(app: App, db: Db, owner: Owner & { readonly by: string }): Promise<(() => Promise<void>) | null> {
  return (await applyTables(app, db, { ...owner, tables: [] })).follow;
}

/** Shows hidden tables of an owner again, as they were. Answers what has to follow the commit. */
export async function showTables(
  app: App,
  db: Db,
  { by, ...owner }: Owner & { readonly by: string; readonly parts: readonly string[] },
): Promise<(() => Promise<void>) | null> {
  const { parts, ...whose } = owner;
  const hidden = (await tablesOf(db, whose, { isLocked: true })).filter((table) => table.isHidden && parts.includes(table.part));
  const tables = hidden.map((table) => ({ ...table, isHidden: false }));
  for (const [i, before] of hidden.entries()) await storeTable(app, db, { owner: whose, by, before, after: tables[i]! });
  await grantReading(app, db, tables);
  return registerInCatalogue(app, db, { by, tables });
}

/** Drops the tables of an owner with their rows, for good. Answers what has to follow the commit. */
export async function dropTables(
  app: App,
  db: Db,
  { by, ...owner }: Owner & { readonly by: string },
): Promise<(() => Promise<void>) | null> {
  const dropped = await tablesOf(db, owner, { isLocked: true });
  for (const { name } of dropped) await sql`drop table ${sql.id(SCHEMA, name)}`.execute(db.withoutPlugins());
  const ids = dropped.map((table) => table.id);
  if (ids.length > 0) {
    await db.deleteFrom('managedColumn').where('tableId', 'in', ids).execute();
    await db.deleteFrom('managedTable').where('id', 'in', ids).execute();
  }
  return registerInCatalogue(app, db, { by, tables: [], dropped });
}
