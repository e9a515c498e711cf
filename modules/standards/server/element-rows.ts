import { sql } from 'kysely';
import { containsText } from '#kit/server/crud.ts';
import type { Db } from '#kit/server/ctx.ts';
import { ATTRIBUTE_NAMES, type ElementAttributes } from '../contract/element.ts';
import { changedAttributes } from '../core/attributes.ts';

export interface ElementFilter {
  id?: string;
  ids?: readonly string[] | null;
  keyword?: string | undefined;
  state?: 'draft' | 'inForce' | 'retired' | undefined;
  objectClass?: string | undefined;
}

/** Undeleted elements that match a query. Standards are for everybody who may open the page. */
export function elementRows(db: Db, { id, ids, keyword, state, objectClass }: ElementFilter) {
  let rows = db.selectFrom('standardElement').where('standardElement.deletedAt', 'is', null);
  if (id) rows = rows.where('standardElement.id', '=', id);
  if (ids) rows = rows.where('standardElement.id', 'in', ids);
  if (state) rows = rows.where('standardElement.state', '=', state);
  if (objectClass) rows = rows.where(containsText('standardElement.objectClass', objectClass));
  if (keyword)
    rows = rows.where((e) =>
      e.or(
        ['elementCode', 'elementName', 'elementNameEn', 'synonyms'].map(
          (column) => containsText(`standardElement.${column}`, keyword) as never,
        ),
      ),
    );
  return rows;
}

const named = (column: string, table: string, of: string) =>
  sql<string | null>`(select ${sql.ref(column)} from ${sql.table(table)} n where n.id = ${sql.ref(`standard_element.${of}`)})`;

export const ELEMENT = [
  'standardElement.id',
  'standardElement.version',
  'standardElement.createBy',
  'standardElement.createTime',
  'standardElement.updateBy',
  'standardElement.updateTime',
  'standardElement.state',
  'standardElement.versionNo',
  'standardElement.flowStatus',
  'standardElement.processInstanceId',
  'standardElement.published',
  'standardElement.pending',
  'standardElement.retireReason',
  ...ATTRIBUTE_NAMES.map((name) => `standardElement.${name}` as const),
  named('class_name', 'metadata_class', 'class_id').as('className'),
  named('level', 'metadata_class', 'class_id').as('classLevel'),
  sql<string | null>`(select gb_type_code || ' ' || gb_type_name from standard_type n where n.id = standard_element.gb_type_id)`.as(
    'gbTypeName',
  ),
  named('unit_name', 'standard_unit', 'unit_id').as('unitName'),
  named('doc_no', 'standard_doc', 'doc_id').as('docName'),
  named('nickname', 'sys_user', 'owner_id').as('ownerName'),
] as const;

/** The attributes of a row, without what the platform adds. */
export const attributesOf = (row: Readonly<Record<keyof ElementAttributes, unknown>>): Record<string, unknown> =>
  Object.fromEntries(ATTRIBUTE_NAMES.map((name) => [name, row[name] ?? null]));

/** With what the draft changes of the version in force. */
export const withChanges = <Row extends Record<keyof ElementAttributes, unknown> & { published: unknown }>(row: Row) => ({
  ...row,
  changed: row.published === null ? [] : changedAttributes(row.published as Record<string, unknown>, attributesOf(row)),
});
