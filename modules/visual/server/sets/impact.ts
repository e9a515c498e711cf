import { sql } from 'kysely';
import type { Ctx } from '#kit/server/ctx.ts';
import { ofVisibleItem } from '../library/reach.ts';

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

/** Names of fields in a stored document, wherever it names them. */
function fieldsIn(doc: unknown): string[] {
  const found = new Set<string>();
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(walk);
    else if (typeof value === 'object' && value !== null)
      for (const [key, one] of Object.entries(value))
        if (['col', 'target', 'labelCol'].includes(key) && typeof one === 'string') found.add(one);
        else {
          if (key === 'drill' && Array.isArray(one)) for (const id of one) if (typeof id === 'string') found.add(id);
          walk(one);
        }
  };
  walk(doc);
  return [...found];
}

/** What makes use of a data set, whoever owns it; the path is there when the caller may open it. Deleted documents do not count. */
export async function usesOf(ctx: Ctx, setId: string): Promise<SetUse[]> {
  const published = (type: string) =>
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
    .select([may('board', 'visualBoard').as('mayOpen'), published('board').as('isPublished')])
    .where('t.deletedAt', 'is', null)
    .where(used('board'))
    .orderBy('t.updateTime', 'desc')
    .limit(500)
    .execute();
  const screens = await ctx.db
    .selectFrom('visualScreen as t')
    .leftJoin('sysUser as u', 'u.id', 't.createBy')
    .select(['t.id', 't.screenName as name', 't.updateTime', 'u.nickname as ownerName', 't.screenJson as doc'])
    .select([may('screen', 'visualScreen').as('mayOpen'), published('screen').as('isPublished')])
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
  return [
    ...charts.map((row): SetUse => ({ ...entry('chart', row), isPublished: '0', fields: fieldsIn(row.doc) })),
    ...boards.map((row): SetUse => ({
      ...entry('board', row),
      isPublished: row.isPublished === '1' ? '1' : '0',
      fields: fieldsIn(row.doc),
    })),
    ...screens.map((row): SetUse => ({
      ...entry('screen', row),
      isPublished: row.isPublished === '1' ? '1' : '0',
      fields: fieldsIn(row.doc),
    })),
  ];
}
