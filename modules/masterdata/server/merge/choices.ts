import type { Db } from '#kit/server/ctx.ts';
import { fieldRef, selectFrom } from '#modules/managed/server/index.ts';
import type { Survival } from '../../contract/match.ts';
import { survive, type Origin, type Survivor } from '../../core/match/index.ts';
import { asText } from '../match/records.ts';
import { survivorsOf } from '../match/rule.ts';
import type { ModelInForce } from '../model-in-force.ts';
import type { Happened } from '../records.ts';

/** What becomes of one attribute. */
export interface ChosenValue {
  readonly columnId: string;
  readonly rule: Survival;
  readonly survivor: Survivor | null;
  readonly agrees: number;
}
export interface Wishes {
  /** by the id of the column */
  readonly rules?: ReadonlyMap<string, Survival>;
  readonly chosen?: ReadonlyMap<string, string>;
  /** the record that stays; the oldest unless given */
  readonly keeps?: string;
}

/** Who gave the value of an attribute last: by column and record. */
async function originsOf(db: Db, modelId: string, ids: readonly string[]) {
  const rows = await db
    .selectFrom('masterdataAttrHistory')
    .select(['recordId', 'changes', 'mapId', 'sourceKey', 'createTime'])
    .where('modelId', '=', modelId)
    .where('recordId', 'in', [...ids])
    .orderBy('createTime', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const last = new Map<string, { mapId: string | null; sourceKey: string | null; time: string }>();
  for (const { recordId, changes, mapId, sourceKey, createTime } of rows)
    for (const [columnId, { from }] of Object.entries(changes as Happened['changes'])) {
      const key = `${recordId} ${columnId}`;
      if (last.has(key)) continue;
      last.set(key, {
        // a value that a merge chose keeps the source and the time it came with
        mapId: from?.mapId ?? mapId,
        sourceKey: from?.sourceKey ?? sourceKey,
        time: from?.time ?? createTime.toISOString(),
      });
    }
  return last;
}

/** Sources of a model, most trusted first. */
async function sourceOrder(db: Db, modelId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('masterdataSourceMap')
    .select('id')
    .where('modelId', '=', modelId)
    .where('deletedAt', 'is', null)
    .orderBy('priority')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Records that may be merged, with where each of their values comes from. */
export interface ReadGroup {
  /** the oldest record, which stays unless somebody wishes otherwise */
  readonly keeps: string;
  readonly sources: readonly string[];
  readonly columns: readonly { readonly columnId: string; readonly rule: Survival; readonly origins: readonly Origin[] }[];
}
export async function readGroup(db: Db, model: ModelInForce, ids: readonly string[]): Promise<ReadGroup> {
  const rows = await selectFrom(db, model.table)
    .where(fieldRef(model.table, '$id'), 'in', [...ids])
    .execute();
  const [origins, sources, survivors] = await Promise.all([
    originsOf(db, model.id, ids),
    sourceOrder(db, model.id),
    survivorsOf(db, model),
  ]);
  const records = rows
    .map((row) => ({ id: String(row['$id'] as string), created: asText(row['$create_time']) ?? '', row }))
    .sort((a, b) => (a.created === b.created ? Number(a.id > b.id) * 2 - 1 : Number(a.created > b.created) * 2 - 1));
  const columns = model.columns.map(({ id: columnId }) => ({
    columnId,
    rule: survivors.get(columnId)!,
    origins: records.map(({ id, row, created }): Origin => {
      const from = origins.get(`${id} ${columnId}`);
      const value = asText(row[columnId]);
      return { recordId: id, value, sourceId: from?.mapId ?? null, sourceKey: from?.sourceKey ?? null, time: from?.time ?? created };
    }),
  }));
  return { keeps: records[0]?.id ?? '', sources, columns };
}

/** What a merge keeps per attribute, by the rules of the model or as wished. */
export const chosenValues = (
  { columns, sources, keeps: oldest }: ReadGroup,
  { rules, chosen, keeps = oldest }: Wishes = {},
): ChosenValue[] =>
  columns.map(({ columnId, rule: usual, origins }) => {
    const picked = chosen?.get(columnId);
    const rule = picked ? 'manual' : (rules?.get(columnId) ?? usual);
    const survivor = survive(origins, { rule, sources, keeps, ...(picked ? { chosen: picked } : {}) }) ?? unanimous(origins, rule);
    return { columnId, rule, survivor, agrees: survivor?.agrees ?? 0 };
  });

/** Where a person is to choose and all records with a value say the same, there is nothing to choose. */
function unanimous(origins: readonly Origin[], rule: Survival): Survivor | null {
  if (rule !== 'manual') return null;
  const values = new Set(origins.flatMap(({ value }) => value ?? []));
  const survivor = values.size === 1 ? survive(origins, { rule: 'newest' }) : null;
  return survivor && { ...survivor, rule };
}
