import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { SetModel } from '../../contract/data-set-model.ts';
import type { DocKind } from '#modules/library/contract/item.ts';
import type { Renames, SetOf } from '#modules/library/core/index.ts';
import { kindOf, relink, COLUMNS, patchItem, saveVersion, ITEMS, notifyPublished } from '#modules/library/server/index.ts';

const wrong = (message: string) => new AppError('input.invalid', message, [{ path: 'renames', message }]);

/** Renames must lead from fields that the set had to fields that it has now. */
export function renamesOf(id: string, given: Readonly<Record<string, string>>, before: SetModel, after: SetModel): Renames | null {
  const names = new Map(Object.entries(given).filter(([from, to]) => from !== to));
  if (names.size === 0) return null;
  if (new Set(names.values()).size < names.size) throw wrong('两个字段不能对应到同一个新字段');
  for (const [from, to] of names) {
    if (!before.fields.some((field) => field.id === from)) throw wrong(`数据集没有字段“${from}”，不能对应`);
    if (after.fields.some((field) => field.id === from)) throw wrong(`字段“${from}”仍在数据集中，不能对应到其他字段`);
    if (!after.fields.some((field) => field.id === to)) throw wrong(`数据集没有字段“${to}”，不能对应`);
  }
  return { dataSetId: id, names };
}

/** Data sets of all stored charts that read the set: enough to tell whose clicks a part makes. */
async function chartSets(ctx: Ctx, setId: string): Promise<SetOf> {
  const rows = await ctx.db.selectFrom('visualChart').select('id').where('dataSetId', '=', setId).execute();
  const ids = new Set(rows.map(({ id }) => id));
  return (id) => (ids.has(id) ? setId : undefined);
}

/** The renamed document, null when nothing in it changes. */
function changed(kind: DocKind, stored: unknown, renames: Renames, setOf: SetOf): unknown {
  const plain = kindOf(kind).rename(stored, { ...renames, names: new Map() }, setOf);
  const next = kindOf(kind).rename(stored, renames, setOf);
  return JSON.stringify(plain) === JSON.stringify(next) ? null : next;
}

interface Item {
  readonly id: string;
  readonly name: string;
  readonly doc: unknown;
  readonly publishedNo: number | null;
}
/** What uses the set, drafts or published, locked in the order of their ids. */
async function usersOf(ctx: Ctx, kind: DocKind, setId: string): Promise<Item[]> {
  const { table, name, doc } = COLUMNS[kind];
  const published = kind === 'chart' ? sql`null::integer` : sql`published_no`;
  const own = kind === 'chart' ? sql`data_set_id = ${setId} or` : sql``;
  // stored charts are linked by the tiles that show them: their boards link, jump and filter by fields, too
  const through =
    kind === 'chart'
      ? sql`false`
      : sql`id in (select ${sql.ref(`${kind}_id`)} from ${sql.table(kind === 'board' ? 'visual_board_chart' : 'visual_screen_chart')} l
          join visual_chart c on c.id = l.chart_id where c.data_set_id = ${setId})`;
  const { rows } = await sql<Item>`select id, ${sql.ref(name)} as name, ${sql.ref(doc)} as doc, ${published} as published_no
    from ${sql.table(table)} where deleted_at is null and (${own} ${through} or id in
      (select entity_id from visual_use where entity_type = ${kind} and data_set_id = ${setId})) order by id for update`.execute(ctx.db);
  return rows;
}

/** The version that viewers see, with the new ids, becomes the next one; its stored charts are those that it froze. */
async function republish(ctx: Ctx, kind: 'board' | 'screen', item: Item, renames: Renames, setOf: SetOf): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('visualVersion')
    .select(['doc', 'charts', 'name'])
    .where('entityType', '=', kind)
    .where('entityId', '=', item.id)
    .where('versionNo', '=', item.publishedNo!)
    .executeTakeFirst();
  if (!row) return false;
  const frozen = Object.entries(row.charts as Record<string, unknown>);
  const charts = frozen.map(([id, stored]) => [id, changed('chart', stored, renames, setOf) ?? stored] as const);
  const doc = changed(kind, row.doc, renames, setOf);
  if (doc === null && charts.every(([, one], at) => one === frozen[at]![1])) return false;
  const versionNo = await saveVersion(ctx, kind, item.id, {
    text: JSON.stringify(doc ?? row.doc),
    charts: Object.fromEntries(charts),
  });
  await patchItem(ctx, kind, item.id, { publishedNo: versionNo });
  await notifyPublished(ctx.app, ctx.db, kind, item.id, versionNo);
  return true;
}

/**
 * Makes every document follow fields of a set that go by another id: stored charts, drafts of boards and screens and what viewers see of them,
 * with links, jumps and filters. In the caller's transaction; each document keeps the change as a version. Subscriptions name measures by their
 * place and stay. Returns the names of what changed.
 */
export async function renameEverywhere(ctx: Ctx, renames: Renames): Promise<string[]> {
  const setOf = await chartSets(ctx, renames.dataSetId);
  const told: string[] = [];
  for (const kind of ['chart', 'board', 'screen'] as const)
    for (const item of await usersOf(ctx, kind, renames.dataSetId)) {
      // the published version first: the draft stays the newest
      const isPublished = kind !== 'chart' && item.publishedNo !== null && (await republish(ctx, kind, item, renames, setOf));
      const next = item.doc === null ? null : changed(kind, item.doc, renames, setOf);
      if (next !== null) {
        const text = JSON.stringify(next);
        await patchItem(ctx, kind, item.id, { [COLUMNS[kind].doc]: text });
        await saveVersion(ctx, kind, item.id, { text, isEach: true });
        await relink(ctx.app, ctx.db, { kind, id: item.id, name: item.name }, kindOf(kind).refs(next));
      }
      if (!isPublished && next === null) continue;
      told.push(item.name);
      const pairs = [...renames.names].map(([from, to]) => `${from} → ${to}`).join('，');
      ctx.audit.change({ entity: ITEMS[kind].label, id: item.id, name: item.name, before: null, after: { 字段对应: pairs } });
    }
  return told;
}
