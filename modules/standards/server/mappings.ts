import { sql } from 'kysely';
import * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { mapping, type LocalValue } from '../contract/mapping.ts';
import { candidatesOf, certainOf, indexOf, type Candidate } from '../core/match/codes.ts';
import { assertShown, contrastOf, whyHidden } from './contrast-rows.ts';

const Candidates = z.array(
  z.object({ id: z.string(), score: z.number(), reasons: z.array(z.object({ label: z.string(), share: z.number() })) }),
);

/** Items of a set with whether each is in force today. */
const itemsOf = (db: Db, typeId: string) =>
  db
    .selectFrom('standardDict')
    .select(['id', 'gbCode', 'gbName'])
    .select(
      sql<boolean>`(status = '1' and (valid_from is null or valid_from <= current_date) and (valid_to is null or valid_to >= current_date))`.as(
        'isInForce',
      ),
    )
    .where('typeId', '=', typeId)
    .where('deletedAt', 'is', null)
    .orderBy('sortNo')
    .orderBy('gbCode')
    .limit(10_000)
    .execute();

const valuesOf = (db: Db, contrastId: string) =>
  db
    .selectFrom('standardContrastDict as v')
    .innerJoin('standardContrast as c', 'c.id', 'v.contrastId')
    .selectAll('v')
    .select(sql<boolean>`coalesce(v.first_seen > c.earlier_collect_time, false)`.as('isNew'))
    .where('v.contrastId', '=', contrastId)
    .where('v.deletedAt', 'is', null)
    .orderBy('v.rowCount', 'desc')
    .orderBy('v.colCode')
    .limit(10_000);
type Value = Awaited<ReturnType<ReturnType<typeof valuesOf>['execute']>>[number];

/** What a contrast looks like: its values at the left, the items of the set at the right. */
async function view(ctx: Ctx, contrastId: string) {
  const contrast = await contrastOf(ctx, contrastId);
  const why = await whyHidden(ctx, contrast);
  const values = await valuesOf(ctx.db, contrastId).execute();
  const items = await itemsOf(ctx.db, contrast.gbTypeId);
  const rowsOf = new Map<string, number>();
  for (const { contrastGbId, rowCount } of values)
    if (contrastGbId !== null) rowsOf.set(contrastGbId, (rowsOf.get(contrastGbId) ?? 0) + Number(rowCount));
  const named = new Map(items.map((item) => [item.id, item]));
  return {
    title: `${contrast.tableName ?? ''}.${contrast.columnName ?? ''}`,
    description: `${contrast.gbTypeCode} ${contrast.gbTypeName}`,
    whyHidden: why,
    left: why === null ? values.map((value) => leftOf(value, named)) : unseen(values),
    right: items.map((item) => ({ ...item, rowCount: why === null ? (rowsOf.get(item.id) ?? 0) : null })),
  };
}

/** Values for who may not see them: how many there are and how many of them are mapped, in an order that says nothing of their rows. */
const unseen = (values: readonly Value[]): LocalValue[] =>
  values
    .map(({ id, isNew, status }) => ({
      id,
      colCode: null,
      colName: null,
      isMasked: true,
      rowCount: null,
      isNew,
      status,
      contrastGbId: null,
      mappedBy: null,
      reason: null,
      score: null,
      proposed: false,
      isIgnored: false,
      candidates: [],
    }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));

function leftOf(value: Value, named: ReadonlyMap<string, { gbCode: string; gbName: string }>): LocalValue {
  const candidates = Candidates.parse(value.candidates).flatMap((candidate) => {
    const item = named.get(candidate.id);
    return item && value.status === '0' ? [{ ...candidate, gbCode: item.gbCode, gbName: item.gbName }] : [];
  });
  return {
    id: value.id,
    colCode: value.colCode,
    colName: value.colName,
    isMasked: false,
    rowCount: Number(value.rowCount),
    isNew: value.isNew,
    status: value.status,
    contrastGbId: value.contrastGbId,
    mappedBy: value.mappedBy === 'auto' || value.mappedBy === 'manual' ? value.mappedBy : null,
    reason: value.reason ?? candidates[0]?.reasons[0]?.label ?? null,
    score: value.score === null ? (candidates[0]?.score ?? null) : Number(value.score),
    proposed: value.status === '0' && value.isIgnored === '0' && candidates.length > 0,
    isIgnored: value.isIgnored === '1',
    candidates,
  };
}

/** Maps what is certain, proposes what is likely; what people decided stays. */
async function mapAll(ctx: Ctx, contrastId: string) {
  const contrast = await contrastOf(ctx, contrastId);
  await assertShown(ctx, contrast, '对照');
  const index = indexOf(
    (await itemsOf(ctx.db, contrast.gbTypeId))
      .filter((item) => item.isInForce)
      .map((item) => ({ id: item.id, code: item.gbCode, name: item.gbName })),
  );
  const values = (await valuesOf(ctx.db, contrastId).forUpdate('v').execute()).filter(
    (value) => value.status === '0' && value.isIgnored === '0',
  );
  const done = { mapped: 0, proposed: 0, left: 0 };
  const rows = values.map((value) => {
    const candidates = bestOf(value, index);
    const certain = certainOf(candidates);
    done[certain ? 'mapped' : candidates.length > 0 ? 'proposed' : 'left']++;
    return { id: value.id, candidates, certain };
  });
  const proposals = rows.map(({ id, candidates }) => ({ id, candidates }));
  await sql`update standard_contrast_dict v set candidates = r.candidates
    from json_to_recordset(${JSON.stringify(proposals)}::json) as r(id text, candidates jsonb) where v.id = r.id`.execute(ctx.db);
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

/** What a value may stand for by itself, or else by what it is called. */
function bestOf(value: Value, index: Parameters<typeof candidatesOf>[1]): Candidate[] {
  const own = candidatesOf(value.colCode, index, value.rejected);
  if (own.length > 0 || value.colName === null) return own;
  return candidatesOf(value.colName, index, value.rejected).map((candidate) => {
    const score = Math.round(Math.min(HEARSAY, candidate.score * HEARSAY) * 1000) / 1000;
    return { ...candidate, score, reasons: [{ label: `含义为“${value.colName}”，${candidate.reasons[0]!.label}`, share: score }] };
  });
}

/** A value that the caller sees. Throws entity.notFound, gate.refused. */
async function lockedValue(ctx: Ctx, id: string) {
  const value = await ctx.db
    .selectFrom('standardContrastDict')
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!value) throw new AppError('entity.notFound');
  const contrast = await contrastOf(ctx, value.contrastId);
  await assertShown(ctx, contrast, '对照');
  return { value, contrast };
}

async function mapOne(ctx: Ctx, { sourceId, targetId }: { sourceId: string; targetId: string }): Promise<void> {
  const { value, contrast } = await lockedValue(ctx, sourceId);
  const item = (await itemsOf(ctx.db, contrast.gbTypeId)).find(({ id }) => id === targetId);
  if (!item) throw new AppError('rule.broken', '标准项不属于该对照表的标准类别，请刷新后重选');
  if (!item.isInForce) throw new AppError('rule.broken', `标准项“${item.gbName}”已禁用或不在有效期内`);
  const proposal = Candidates.parse(value.candidates).find(({ id }) => id === targetId);
  await write(ctx, sourceId, {
    status: '1',
    contrastGbId: targetId,
    mappedBy: 'manual',
    score: proposal ? String(proposal.score) : null,
    reason: proposal ? `${proposal.reasons[0]?.label ?? '建议'}，人工确认` : '人工对照',
    isIgnored: '0',
  });
  const before = { contrastGbId: value.contrastGbId };
  ctx.audit.change({
    entity: '字典对照',
    id: sourceId,
    name: `${contrast.tableName}.${contrast.columnName}`,
    before,
    after: { contrastGbId: targetId },
  });
}

const write = (ctx: Ctx, id: string, values: Record<string, unknown>) =>
  ctx.db
    .updateTable('standardContrastDict')
    .set((e) => ({ ...values, version: e('version', '+', 1), updateBy: ctx.user.id, updateTime: ctx.now }))
    .where('id', '=', id)
    .execute();

export const mappings = implement(mapping, {
  get: (ctx, { params }) => view(ctx, params.contrastId),
  auto: (ctx, { params }) => mapAll(ctx, params.contrastId),
  async manual(ctx, { body }) {
    const endpoints = [...body.endpoints].sort((a, b) => (a.sourceId < b.sourceId ? -1 : 1));
    for (const endpoint of endpoints) await mapOne(ctx, endpoint);
    return { mapped: endpoints.length };
  },
  async cancel(ctx, { params }) {
    const { value, contrast } = await lockedValue(ctx, params.contrastDictId);
    await write(ctx, value.id, { status: '0', contrastGbId: null, mappedBy: null, score: null, reason: null, isIgnored: '0' });
    const before = { contrastGbId: value.contrastGbId };
    ctx.audit.change({
      entity: '字典对照',
      id: value.id,
      name: `${contrast.tableName}.${contrast.columnName}`,
      before,
      after: { contrastGbId: null },
    });
    return null;
  },
  async reject(ctx, { params, body }) {
    const { value } = await lockedValue(ctx, params.contrastDictId);
    if (value.status === '1') throw new AppError('rule.broken', '该取值已对照，请先取消对照');
    const { targetId } = body;
    if (!targetId) await write(ctx, value.id, { isIgnored: '1' });
    else
      await write(ctx, value.id, {
        rejected: [...new Set([...value.rejected, targetId])],
        candidates: JSON.stringify(Candidates.parse(value.candidates).filter(({ id }) => id !== targetId)),
      });
    return null;
  },
});

/**
 * What each value of a contrast stands for: value of the source → the code, or the name, of the item it is mapped to (`bindGbColumn` of the
 * contrast says which). Values without a mapping have no entry, and neither have those of a contrast that is disabled or deleted.
 */
export async function mappingOfContrast(db: Db, contrastId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('standardContrastDict as v')
    .innerJoin('standardContrast as c', 'c.id', 'v.contrastId')
    .innerJoin('standardDict as item', 'item.id', 'v.contrastGbId')
    .select(['v.colCode', 'c.bindGbColumn', 'item.gbCode', 'item.gbName'])
    .where('v.contrastId', '=', contrastId)
    .where('v.deletedAt', 'is', null)
    .where('v.status', '=', '1')
    .where('c.status', '=', '1')
    .where('c.deletedAt', 'is', null)
    .where('item.deletedAt', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.colCode, row.bindGbColumn === 'gb_code' ? row.gbCode : row.gbName]));
}
