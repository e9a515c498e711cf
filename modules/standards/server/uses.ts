import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { consumersOfColumns } from '#modules/lineage/server/index.ts';
import { standardUses } from '../contract/uses.ts';
import { seenColumns } from './binding-rows.ts';

/** Columns that follow an element, or whose values a code set describes: by a contrast, or through an element in force. */
export type StandardOf = { readonly elementId: string } | { readonly typeId: string };
const idsOf = (of: StandardOf) =>
  'elementId' in of
    ? sql`(select column_id from standard_binding where element_id = ${of.elementId} and deleted_at is null)`
    : sql`(select column_id from standard_contrast where gb_type_id = ${of.typeId} and deleted_at is null
        union select b.column_id from standard_binding b join standard_element e on e.id = b.element_id
        where b.deleted_at is null and e.deleted_at is null and e.state = 'inForce' and e.published ->> 'gbTypeId' = ${of.typeId})`;

/** Living columns of a standard; nobody's sight is asked for. */
export const columnsOfStandard = (db: Db, of: StandardOf) =>
  db
    .selectFrom('metadataColumn')
    .select(['id', 'tableId', 'columnName'])
    .where('deletedAt', 'is', null)
    .where(sql<boolean>`id in ${idsOf(of)}`)
    .orderBy('id')
    .execute();

/** What lineage says of the columns of a standard, as far as the caller sees it. */
async function usesOf(ctx: Ctx, of: StandardOf, reads: readonly string[]) {
  const all = await columnsOfStandard(ctx.db, of);
  const visible = await ctx.db
    .selectFrom('metadataColumn')
    .select('id')
    .where('deletedAt', 'is', null)
    .where(sql<boolean>`metadata_column.id in ${idsOf(of)}`)
    .where(seenColumns(ctx, 'metadataColumn', reads))
    .execute();
  const ids = new Set(visible.map(({ id }) => id));
  const seen = all.filter(({ id }) => ids.has(id));
  const { objects, hidden } = await consumersOfColumns(ctx, { all, seen });
  return { items: objects.map(({ id, kind, name, path, distance }) => ({ id, kind, name, path, distance })), columns: seen.length, hidden };
}

async function assertThere(db: Db, table: 'standardElement' | 'standardType', id: string): Promise<void> {
  const row = await db.selectFrom(table).select('id').where('id', '=', id).where('deletedAt', 'is', null).executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
}

export const uses = implement(standardUses, {
  async ofElement(ctx, { params }) {
    await assertThere(ctx.db, 'standardElement', params.id);
    return usesOf(ctx, { elementId: params.id }, ['standard:element:list']);
  },
  async ofType(ctx, { params }) {
    await assertThere(ctx.db, 'standardType', params.id);
    return usesOf(ctx, { typeId: params.id }, ['standard:dict:list']);
  },
});
