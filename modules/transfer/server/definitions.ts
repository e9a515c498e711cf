import { sql } from 'kysely';
import type { Ctx } from '#kit/server/ctx.ts';
import { itemsOf, ofEditableItem, ofVisibleItem } from '#modules/library/server/index.ts';
import { SetModel } from '#modules/datasets/contract/data-set-model.ts';
import type { TransferKind } from '../contract/file.ts';
import { DEFINES, EDITS, mayDefine } from './rights.ts';

/** A document here as it is stored. */
export interface Definition {
  readonly kind: TransferKind;
  readonly id: string;
  readonly name: string;
  readonly folderId: string | null;
  readonly remark: string | null;
  readonly code: string | null;
  readonly isSystem: boolean;
  readonly canEdit: boolean;
  readonly version: number;
  /** of data sets */
  readonly set: {
    readonly model: SetModel;
    readonly sourceId: string | null;
    readonly isShared: '0' | '1';
    readonly status: '0' | '1';
  } | null;
  /** of all others */
  readonly doc: unknown;
}

async function setsOf(ctx: Ctx, ids: readonly string[]): Promise<Definition[]> {
  const rows = await ctx.db
    .selectFrom('visualDataSet')
    .select(['id', 'setName', 'folderId', 'remark', 'code', 'isSystem', 'version', 'sourceId', 'model', 'isShared', 'status'])
    .select(sql<boolean>`coalesce(${ofEditableItem(ctx, 'dataset', EDITS('dataset'))}, false)`.as('canEdit'))
    .where('deletedAt', 'is', null)
    .where('id', 'in', ids)
    .where(ofVisibleItem(ctx, 'dataset', DEFINES('dataset')))
    .execute();
  return rows.map((row) => ({
    kind: 'dataset',
    id: row.id,
    name: row.setName,
    folderId: row.folderId,
    remark: row.remark,
    code: row.code,
    isSystem: row.isSystem === '1',
    canEdit: row.canEdit,
    version: row.version,
    set: {
      model: SetModel.parse(row.model),
      sourceId: row.sourceId,
      isShared: row.isShared === '1' ? '1' : '0',
      status: row.status === '0' ? '0' : '1',
    },
    doc: null,
  }));
}

/**
 * Those of these documents whose definition the caller may see, by id: data sets and charts that are in reach, drafts of boards and screens
 * for those alone who may change them.
 */
export async function definitionsOf(ctx: Ctx, kind: TransferKind, ids: readonly string[]): Promise<Map<string, Definition>> {
  if (ids.length === 0 || !mayDefine(ctx, kind)) return new Map();
  if (kind === 'dataset') return new Map((await setsOf(ctx, ids)).map((one) => [one.id, one]));
  let rows = itemsOf(ctx, kind, DEFINES(kind)).where('item.id', 'in', ids);
  if (kind !== 'chart') rows = rows.where('item.canEdit', '=', true);
  const found = await rows.select(['id', 'name', 'folderId', 'remark', 'code', 'isSystem', 'canEdit', 'version', 'doc']).execute();
  return new Map(found.map(({ isSystem, ...row }) => [row.id, { kind, ...row, isSystem: isSystem === '1', set: null }]));
}
