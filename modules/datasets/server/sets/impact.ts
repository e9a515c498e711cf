import { sql } from 'kysely';
import type { Ctx } from '#kit/server/ctx.ts';
import type { DocKind } from '#modules/library/contract/item.ts';
import { kindOf, ofVisibleItem, COLUMNS } from '#modules/library/server/index.ts';

export interface SetUse {
  type: 'chart' | 'board' | 'screen';
  id: string;
  name: string;
  path: string | null;
  ownerName: string | null;
  updateTime: Date;
  isPublished: '0' | '1';
  fields: string[];
}

/** Fields of the set that documents name: the draft, and what viewers see of it with the charts that it froze. */
const fieldsOf = (setId: string, docs: readonly (readonly [kind: DocKind, doc: unknown])[]): string[] => [
  ...new Set(
    docs
      .flatMap(([kind, doc]) => (doc === null ? [] : kindOf(kind).refs(doc).uses))
      .flatMap((use) => (use.dataSetId === setId ? [...use.shown, ...use.deciding] : [])),
  ),
];

/** The published documents of boards or screens by their ids. */
async function publishedOf(
  ctx: Ctx,
  kind: 'board' | 'screen',
  ids: readonly string[],
): Promise<Map<string, (readonly [DocKind, unknown])[]>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('visualVersion as v')
    .select(['v.entityId', 'v.doc', 'v.charts'])
    .where('v.entityType', '=', kind)
    .where('v.entityId', 'in', ids)
    .where(sql<boolean>`v.version_no = (select t.published_no from ${sql.table(COLUMNS[kind].table)} t where t.id = v.entity_id)`)
    .execute();
  return new Map(
    rows.map((row) => [
      row.entityId,
      [[kind, row.doc] as const, ...Object.values(row.charts as Record<string, unknown>).map((chart) => ['chart', chart] as const)],
    ]),
  );
}

const shownOf = (rows: readonly { id: string; isPublished: string }[]): string[] =>
  rows.flatMap(({ id, isPublished }) => (isPublished === '1' ? [id] : []));

/** What makes use of a data set, whoever owns it; the path is there when the caller may open it. Deleted documents do not count. */
export async function usesOf(ctx: Ctx, setId: string): Promise<SetUse[]> {
  const isPublished = (type: string) =>
    sql<string>`coalesce((select max(u.is_published) from visual_use u where u.entity_type = ${type} and u.entity_id = t.id and u.data_set_id = ${setId}), '0')`;
  const used = (type: string) =>
    sql<boolean>`t.id in (select entity_id from visual_use where entity_type = ${type} and data_set_id = ${setId})`;
  const may = (kind: 'chart' | 'board' | 'screen', table: 'visualChart' | 'visualBoard' | 'visualScreen') =>
    sql<boolean>`exists (select 1 from ${sql.table(table)} where ${sql.ref(`${table}.id`)} = t.id and ${ofVisibleItem(ctx, kind, `visual:${kind}:list`)})`;
  const charts = await ctx.db
    .selectFrom('visualChart as t')
    .leftJoin('sysUser as u', 'u.id', 't.createBy')
    .select(['t.id', 't.chartName as name', 't.updateTime', 'u.nickname as ownerName', 't.chartJson as doc'])
    .select(may('chart', 'visualChart').as('mayOpen'))
    .where('t.deletedAt', 'is', null)
    .where((e) => e.or([e('t.dataSetId', '=', setId), e(used('chart'), '=', true)]))
    .orderBy('t.updateTime', 'desc')
    .limit(500)
    .execute();
  const boards = await ctx.db
    .selectFrom('visualBoard as t')
    .leftJoin('sysUser as u', 'u.id', 't.createBy')
    .select(['t.id', 't.boardName as name', 't.updateTime', 'u.nickname as ownerName', 't.boardJson as doc'])
    .select([may('board', 'visualBoard').as('mayOpen'), isPublished('board').as('isPublished')])
    .where('t.deletedAt', 'is', null)
    .where(used('board'))
    .orderBy('t.updateTime', 'desc')
    .limit(500)
    .execute();
  const screens = await ctx.db
    .selectFrom('visualScreen as t')
    .leftJoin('sysUser as u', 'u.id', 't.createBy')
    .select(['t.id', 't.screenName as name', 't.updateTime', 'u.nickname as ownerName', 't.screenJson as doc'])
    .select([may('screen', 'visualScreen').as('mayOpen'), isPublished('screen').as('isPublished')])
    .where('t.deletedAt', 'is', null)
    .where(used('screen'))
    .orderBy('t.updateTime', 'desc')
    .limit(500)
    .execute();
  const entry = (
    type: SetUse['type'],
    row: { id: string; name: string; updateTime: Date; ownerName: string | null; mayOpen: boolean },
  ) => ({
    type,
    id: row.id,
    name: row.name,
    path: row.mayOpen ? `/visual/${type}/build/${row.id}` : null,
    ownerName: row.ownerName,
    updateTime: row.updateTime,
  });
  const published = { board: await publishedOf(ctx, 'board', shownOf(boards)), screen: await publishedOf(ctx, 'screen', shownOf(screens)) };
  const entryOf = (kind: 'board' | 'screen', row: (typeof boards)[number]): SetUse => ({
    ...entry(kind, row),
    isPublished: row.isPublished === '1' ? '1' : '0',
    fields: fieldsOf(setId, [[kind, row.doc], ...(published[kind].get(row.id) ?? [])]),
  });
  return [
    ...charts.map((row): SetUse => ({ ...entry('chart', row), isPublished: '0', fields: fieldsOf(setId, [['chart', row.doc]]) })),
    ...boards.map((row) => entryOf('board', row)),
    ...screens.map((row) => entryOf('screen', row)),
  ];
}
