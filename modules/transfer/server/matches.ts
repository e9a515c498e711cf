import { sql } from 'kysely';
import type { Ctx } from '#kit/server/ctx.ts';
import { folderPaths, itemsOf, ofEditableItem, ofVisibleItem } from '#modules/library/server/index.ts';
import { keyOf, TRANSFER_KINDS, type FileDocument, type TransferKind } from '../contract/file.ts';
import type { Match } from '../contract/transfer.ts';
import { madeOf } from './origins.ts';
import { EDITS, LOOKS } from './rights.ts';

interface Here {
  readonly id: string;
  readonly name: string;
  readonly folderId: string | null;
  readonly code: string | null;
  readonly canEdit: boolean;
}
interface Wanted {
  readonly ids: readonly string[];
  readonly names: readonly string[];
  readonly codes: readonly string[];
}
const NONE = ['0'];
const orNone = (list: readonly string[]): readonly string[] => (list.length > 0 ? list : NONE);

/** Documents of a kind that the caller sees, by ids, names or codes. */
async function here(ctx: Ctx, kind: TransferKind, { ids, names, codes }: Wanted): Promise<Here[]> {
  if (kind !== 'dataset')
    return itemsOf(ctx, kind, LOOKS(kind))
      .select(['id', 'name', 'folderId', 'code', 'canEdit'])
      .where((e) => e.or([e('id', 'in', orNone(ids)), e('name', 'in', orNone(names)), e('code', 'in', orNone(codes))]))
      .orderBy('updateTime', 'desc')
      .orderBy('id')
      .execute();
  const rows = await ctx.db
    .selectFrom('visualDataSet')
    .select(['id', 'setName as name', 'folderId', 'code'])
    .select(sql<boolean>`coalesce(${ofEditableItem(ctx, 'dataset', EDITS('dataset'))}, false)`.as('canEdit'))
    .where('deletedAt', 'is', null)
    .where(ofVisibleItem(ctx, 'dataset', LOOKS('dataset')))
    .where((e) => e.or([e('id', 'in', orNone(ids)), e('setName', 'in', orNone(names)), e('code', 'in', orNone(codes))]))
    .orderBy('updateTime', 'desc')
    .orderBy('id')
    .execute();
  return rows;
}

const MAX_MATCHES = 5;
const idsOf = (one: { id: string; origin?: string | undefined }): string[] => [one.id, ...(one.origin ? [one.origin] : [])];
type Findable = Pick<FileDocument, 'kind' | 'id' | 'name' | 'folder'> & {
  readonly origin?: string | undefined;
  readonly code?: string | undefined;
};

/**
 * What documents of a file may stand for here, the likeliest first: what an earlier import made of them, the very ones that were exported,
 * those of the product by their code, and those that are called the same, in the same folder first.
 */
export async function matchesOf(ctx: Ctx, documents: readonly Findable[]): Promise<Map<string, Match[]>> {
  const found = new Map<string, Match[]>();
  for (const kind of TRANSFER_KINDS) {
    const own = documents.filter((one) => one.kind === kind);
    if (own.length === 0) continue;
    const originIds = [...new Set(own.flatMap(idsOf))];
    const [paths, made] = await Promise.all([folderPaths(ctx, kind), madeOf(ctx, kind, originIds)]);
    const rows = await here(ctx, kind, {
      ids: [...originIds, ...made.map(({ id }) => id)],
      names: own.map(({ name }) => name),
      codes: own.flatMap(({ code }) => code ?? []),
    });
    const byId = new Map(rows.map((row) => [row.id, row]));
    const folderOf = (row: Here): string => (row.folderId === null ? '' : (paths.get(row.folderId) ?? []).join(' / '));
    for (const one of own) {
      const folder = one.folder.join(' / ');
      const named = rows.filter(({ name }) => name === one.name);
      const ranked: (readonly [Match['by'], Here | undefined])[] = [
        ...made.flatMap(({ originId, id }) => (idsOf(one).includes(originId) ? [['origin', byId.get(id)] as const] : [])),
        ...idsOf(one).map((id) => ['id', byId.get(id)] as const),
        ...rows.flatMap((row) => (one.code && row.code === one.code ? [['code', row] as const] : [])),
        ...named.filter((row) => folderOf(row) === folder).map((row) => ['name', row] as const),
        ...named.filter((row) => folderOf(row) !== folder).map((row) => ['name', row] as const),
      ];
      const matches = new Map<string, Match>();
      for (const [by, row] of ranked)
        if (row && !matches.has(row.id))
          matches.set(row.id, { id: row.id, name: row.name, folder: folderOf(row), by, canEdit: row.canEdit });
      found.set(keyOf(one), [...matches.values()].slice(0, MAX_MATCHES));
    }
  }
  return found;
}

/** Those of these documents that the caller sees. */
export const visibleIds = async (ctx: Ctx, kind: TransferKind, ids: readonly string[]): Promise<Set<string>> =>
  new Set(ids.length === 0 ? [] : (await here(ctx, kind, { ids, names: [], codes: [] })).map(({ id }) => id));
