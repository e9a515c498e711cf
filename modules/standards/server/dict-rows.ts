import { sql } from 'kysely';
import { containsText } from '#kit/server/crud.ts';
import type { Db } from '#kit/server/ctx.ts';

export interface DictFilter {
  typeId?: string;
  gbCode?: string;
  gbName?: string;
  keyword?: string;
  parentCode?: string;
  status?: string;
  ids?: readonly string[] | null;
}

/** Undeleted items of undeleted sets that match a query. */
export function dictRows(db: Db, { typeId, gbCode, gbName, keyword, parentCode, status, ids }: DictFilter) {
  let rows = db
    .selectFrom('standardDict')
    .innerJoin('standardType', 'standardType.id', 'standardDict.typeId')
    .where('standardDict.deletedAt', 'is', null)
    .where('standardType.deletedAt', 'is', null);
  if (typeId) rows = rows.where('standardDict.typeId', '=', typeId);
  if (gbCode) rows = rows.where(containsText('standardDict.gbCode', gbCode));
  if (gbName) rows = rows.where(containsText('standardDict.gbName', gbName));
  if (parentCode) rows = rows.where('standardDict.parentCode', '=', parentCode);
  if (status) rows = rows.where('standardDict.status', '=', status as '0' | '1');
  if (ids) rows = rows.where('standardDict.id', 'in', ids);
  if (keyword)
    rows = rows.where((e) =>
      e.or([
        containsText('standardDict.gbCode', keyword) as never,
        containsText('standardDict.gbName', keyword) as never,
        sql<boolean>`standard_dict.pinyin like ${`${keyword.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`}`,
      ]),
    );
  return rows;
}
