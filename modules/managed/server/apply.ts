import { sql } from 'kysely';
import type { App, Db } from '#kit/server/ctx.ts';
import { freeName, planNew, planTable, type StoredTable, type TablePlan, type TableSpec } from '../core/index.ts';
import { alterTables } from './alter.ts';
import { assertNothingInTheWay } from './in-the-way.ts';
import { SCHEMA } from './names.ts';
import { grantReading, registerInCatalogue } from './source.ts';
import { storeTable, tablesOf, type OwnedTable, type Owner } from './stored.ts';

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
 * The tables themselves come last: from then on nobody reads or writes them until the caller commits, so it should have little left to do.
 * Throws rule.broken with the number of rows when existing rows do not fit, and server.unavailable when a table stays in use.
 */
export async function applyTables(app: App, db: Db, desired: DesiredTables): Promise<Applied> {
  const owner = { module: desired.module, ownerId: desired.ownerId };
  const changes = await changesFor(app, db, desired, await tablesOf(db, owner, { isLocked: true }));
  await assertNothingInTheWay(
    db,
    changes.flatMap(({ before, plan }) => (before ? [{ table: before.name, checks: plan.checks }] : [])),
  );
  for (const { before, plan } of changes) await storeTable(app, db, { owner, by: desired.by, before, after: plan.after });
  const tables = changes.map(({ plan: { after } }): OwnedTable => ({ ...after, ...owner }));
  const ofChange = (isChosen: (change: Change) => boolean) => tables.filter((_, i) => isChosen(changes[i]!));
  const shown = ofChange(({ before, plan }) => before === null || before.isHidden !== plan.after.isHidden);
  const touched = ofChange(({ before, plan }) => before === null || plan.steps.length > 0 || before.isHidden !== plan.after.isHidden);
  const follow = touched.length > 0 ? await registerInCatalogue(app, db, { by: desired.by, tables: touched }) : null;
  await alterTables(
    db,
    changes.map(({ plan: { after, steps } }) => ({ table: after, steps })),
  );
  // columns that come to a table are read by whoever reads the table
  await grantReading(app, db, shown);
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
