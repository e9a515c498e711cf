import { sql } from 'kysely';
import { setImmediate } from 'node:timers/promises';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { mapping } from '../contract/mapping.ts';
import { candidatesOf, certainOf, indexOf, type Candidate, type CodeIndex } from '../core/match/codes.ts';
import { assertShown, contrastOf } from './contrast-rows.ts';
import { itemsOf, versionInForce } from './items-in-force.ts';
import { Candidates, leftRows, mappingView, valuesOf, type Value } from './mapping-view.ts';

/** After so many values other calls have their turn: ten thousand values and thousands of items take seconds to compare. */
const IN_ONE_GO = 100;

/** Maps what is certain, proposes what is likely; what people decided stays. */
async function mapAll(ctx: Ctx, contrastId: string) {
  const contrast = await contrastOf(ctx, contrastId);
  await assertShown(ctx, contrast, '对照');
  const index = await indexOfType(ctx.db, contrast.gbTypeId);
  const values = (await valuesOf(ctx.db, contrastId).forUpdate('v').execute()).filter(
    (value) => value.status === '0' && value.isIgnored === '0',
  );
  const done = { mapped: 0, proposed: 0, left: 0 };
  const rows: { id: string; candidates: Candidate[]; certain: Candidate | null }[] = [];
  for (const value of values) {
    if (rows.length % IN_ONE_GO === IN_ONE_GO - 1) await setImmediate();
    const candidates = bestOf(value, index);
    const certain = certainOf(candidates);
    done[certain ? 'mapped' : candidates.length > 0 ? 'proposed' : 'left']++;
    rows.push({ id: value.id, candidates, certain });
  }
  const proposals = rows.map(({ id, candidates }) => ({ id, candidates }));
  await sql`update standard_contrast_dict v set candidates = r.candidates
    from json_to_recordset(${JSON.stringify(proposals)}::json) as r(id text, candidates jsonb)
    where v.id = r.id and v.candidates is distinct from r.candidates`.execute(ctx.db);
  const mapped = rows.flatMap(({ id, certain }) =>
    certain ? [{ id, gbId: certain.id, score: certain.score, reason: certain.reasons.map(({ label }) => label).join('，') }] : [],
  );
  await sql`update standard_contrast_dict v set status = '1', contrast_gb_id = r."gbId", mapped_by = 'auto', score = r.score, reason = r.reason,
    version = v.version + 1, update_by = ${ctx.user.id}, update_time = ${ctx.now}
    from json_to_recordset(${JSON.stringify(mapped)}::json) as r(id text, "gbId" text, score numeric, reason text) where v.id = r.id`.execute(
    ctx.db,
  );
  ctx.audit.note(`${contrast.tableName}.${contrast.columnName}：对照${done.mapped}个，建议${done.proposed}个，没有相近项${done.left}个`);
  return done;
}

/** What a value is called is hearsay: the word of a comment or of a person. It is never certain. */
const HEARSAY = 0.9;

const indexOfType = async (db: Db, typeId: string): Promise<CodeIndex> =>
  indexOf(
    (await itemsOf(db, typeId))
      .filter(({ state }) => state === 'inForce')
      .map((item) => ({ id: item.id, code: item.gbCode, name: item.gbName })),
  );

/** What a value may stand for by itself, or else by what it is called. */
function bestOf(value: Pick<Value, 'colCode' | 'colName' | 'rejected'>, index: CodeIndex): Candidate[] {
  const own = candidatesOf(value.colCode, index, value.rejected);
  if (own.length > 0 || value.colName === null) return own;
  return candidatesOf(value.colName, index, value.rejected).map((candidate) => {
    const score = Math.round(Math.min(HEARSAY, candidate.score * HEARSAY) * 1000) / 1000;
    return { ...candidate, score, reasons: [{ label: `含义为“${value.colName}”，${candidate.reasons[0]!.label}`, share: score }] };
  });
}

/** Values of one contrast that the caller sees, locked. Throws entity.notFound, gate.refused. */
async function lockedValues(ctx: Ctx, ids: readonly string[]) {
  const values = await ctx.db
    .selectFrom('standardContrastDict')
    .selectAll()
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (values.length < new Set(ids).size) throw new AppError('entity.notFound');
  const contrastIds = new Set(values.map(({ contrastId }) => contrastId));
  if (contrastIds.size > 1) throw new AppError('rule.broken', '一次只能对照同一个对照表的取值');
  const contrast = await contrastOf(ctx, values[0]!.contrastId);
  await assertShown(ctx, contrast, '对照');
  return { values, contrast };
}
type Locked = Awaited<ReturnType<typeof lockedValues>>;

/** What values stand for from now on; null = for no item any more. */
interface Change {
  readonly id: string;
  readonly gbId: string | null;
  readonly score: string | null;
  readonly reason: string | null;
}

async function write(ctx: Ctx, { values, contrast }: Locked, changes: readonly Change[]): Promise<void> {
  await sql`update standard_contrast_dict v set status = case when r."gbId" is null then '0' else '1' end, contrast_gb_id = r."gbId",
    mapped_by = case when r."gbId" is not null then 'manual' end, score = r.score, reason = r.reason, is_ignored = '0',
    version = v.version + 1, update_by = ${ctx.user.id}, update_time = ${ctx.now}
    from json_to_recordset(${JSON.stringify(changes)}::json) as r(id text, "gbId" text, score numeric, reason text) where v.id = r.id`.execute(
    ctx.db,
  );
  const former = new Map(values.map((value) => [value.id, value.contrastGbId]));
  for (const { id, gbId } of changes)
    ctx.audit.change({
      entity: '字典对照',
      id,
      name: `${contrast.tableName}.${contrast.columnName}`,
      before: { contrastGbId: former.get(id) ?? null },
      after: { contrastGbId: gbId },
    });
}

async function mapMany(ctx: Ctx, endpoints: readonly { sourceId: string; targetId: string }[]) {
  const targets = new Map(endpoints.map(({ sourceId, targetId }) => [sourceId, targetId]));
  const locked = await lockedValues(ctx, [...targets.keys()]);
  const items = new Map((await itemsOf(ctx.db, locked.contrast.gbTypeId)).map((item) => [item.id, item]));
  const changes = locked.values.map(({ id, candidates }): Change => {
    const item = items.get(targets.get(id)!);
    if (!item) throw new AppError('rule.broken', '标准项不属于该对照表的标准类别，请刷新后重选');
    if (item.state === 'draft')
      throw new AppError('rule.broken', `标准项“${item.gbName}”是尚未发布的草稿，请先在“标准字典”中提交发布该类别，生效后再对照`);
    if (item.state === 'notInForce') throw new AppError('rule.broken', `标准项“${item.gbName}”已禁用或不在有效期内`);
    const proposal = Candidates.parse(candidates).find((one) => one.id === item.id);
    const reason = proposal ? `${proposal.reasons[0]?.label ?? '建议'}，人工确认` : '人工对照';
    return { id, gbId: item.id, score: proposal ? String(proposal.score) : null, reason };
  });
  await write(ctx, locked, changes);
  return { mapped: changes.length, values: await leftRows(ctx, locked.contrast, [...targets.keys()]) };
}

/** Takes back what values stand for, also that they stand for nothing. */
async function unmap(ctx: Ctx, ids: readonly string[]) {
  const locked = await lockedValues(ctx, ids);
  await write(
    ctx,
    locked,
    ids.map((id) => ({ id, gbId: null, score: null, reason: null })),
  );
  return leftRows(ctx, locked.contrast, ids);
}

/** Refuses an item for a value, or with `rejected` as it was before takes that back; what else it may stand for is worked out anew. */
async function setRejected(ctx: Ctx, { values: [value], contrast }: Locked, rejected: readonly string[]): Promise<void> {
  const index = await indexOfType(ctx.db, contrast.gbTypeId);
  await ctx.db
    .updateTable('standardContrastDict')
    .set((e) => ({
      rejected: [...rejected],
      candidates: JSON.stringify(bestOf({ ...value!, rejected: [...rejected] }, index)),
      version: e('version', '+', 1),
      updateBy: ctx.user.id,
      updateTime: ctx.now,
    }))
    .where('id', '=', value!.id)
    .execute();
}

async function reject(ctx: Ctx, id: string, targetId: string | null | undefined) {
  const locked = await lockedValues(ctx, [id]);
  const value = locked.values[0]!;
  if (value.status === '1') throw new AppError('rule.broken', '该取值已对照，请先取消对照');
  if (targetId) await setRejected(ctx, locked, [...new Set([...value.rejected, targetId])]);
  else
    await ctx.db
      .updateTable('standardContrastDict')
      .set((e) => ({ isIgnored: '1', version: e('version', '+', 1), updateBy: ctx.user.id, updateTime: ctx.now }))
      .where('id', '=', id)
      .execute();
  return (await leftRows(ctx, locked.contrast, [id]))[0]!;
}

export const mappings = implement(mapping, {
  get: (ctx, { params }) => mappingView(ctx, params.contrastId),
  auto: (ctx, { params }) => mapAll(ctx, params.contrastId),
  manual: (ctx, { body }) => mapMany(ctx, body.endpoints),
  cancel: async (ctx, { params }) => (await unmap(ctx, [params.contrastDictId]))[0]!,
  cancelBatch: (ctx, { body }) => unmap(ctx, [...new Set(body.ids)]),
  reject: (ctx, { params, body }) => reject(ctx, params.contrastDictId, body.targetId),
  async restore(ctx, { params, body }) {
    const locked = await lockedValues(ctx, [params.contrastDictId]);
    const { id, rejected } = locked.values[0]!;
    await setRejected(
      ctx,
      locked,
      rejected.filter((one) => one !== body.targetId),
    );
    return (await leftRows(ctx, locked.contrast, [id]))[0]!;
  },
});

/**
 * What each value of a contrast stands for: value of the source → the code, or the name, of the item it is mapped to (`bindGbColumn` of the
 * contrast says which), as the version in force has it. Values without a mapping have no entry, and neither have those of a contrast that is disabled
 * or deleted, and those mapped to an item that is not in the version in force.
 */
export async function mappingOfContrast(db: Db, contrastId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('standardContrastDict as v')
    .innerJoin('standardContrast as c', 'c.id', 'v.contrastId')
    .innerJoin('standardDict as item', 'item.id', 'v.contrastGbId')
    .select(['v.colCode', 'c.bindGbColumn', 'c.gbTypeId', 'item.id', 'item.gbCode', 'item.gbName'])
    .where('v.contrastId', '=', contrastId)
    .where('v.deletedAt', 'is', null)
    .where('v.status', '=', '1')
    .where('c.status', '=', '1')
    .where('c.deletedAt', 'is', null)
    .where('item.deletedAt', 'is', null)
    .execute();
  const version = rows[0] ? await versionInForce(db, rows[0].gbTypeId) : null;
  return new Map(
    rows.flatMap((row) => {
      const item = version === null ? row : version.get(row.id);
      return item ? [[row.colCode, row.bindGbColumn === 'gb_code' ? item.gbCode : item.gbName] as const] : [];
    }),
  );
}
