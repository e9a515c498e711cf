import { sql } from 'kysely';
import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import { assertVersion } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { scope } from '#kit/server/scope.ts';
import { bindFiles } from '#modules/files/server/index.ts';
import { dictItems } from '#modules/system/server/index.ts';
import type { QualityProjectInput } from '../../contract/quality-project.ts';
import type { SimilarRecord } from '../../contract/record.ts';
import { normalName } from '../../core/normal-name.ts';
import { isStepBack, qualityProblems } from '../../core/quality-project.ts';
import { assertAreaPair } from '../area-codes.ts';
import { assertPlace } from '../branches.ts';
import { assertRules, storedValuesOf, fieldRefusal } from '../record-rules.ts';
import { assertAllFound, newStamp, ownership, refuseSimilar, removeRecords } from '../record.ts';
import { CODE, find, TABLE, visible } from './queries.ts';

type Input = z.output<typeof QualityProjectInput>;
type Stored = Omit<Input, 'confirmSimilar' | 'stageReason' | 'deptId'> & { deptId: string };
const LABEL = '质量项目';
const FILES = 'prj_quality_project';
const SHOWN_SIMILAR = 5;

/** Nobody else has the code. Throws entity.duplicate. */
export async function assertCode(ctx: Ctx, projectCode: string, id: string | null): Promise<void> {
  let taken = ctx.db.selectFrom(TABLE).select('id').where('deletedAt', 'is', null).where('projectCode', '=', projectCode);
  if (id !== null) taken = taken.where('id', '!=', id);
  if (await taken.executeTakeFirst())
    throw new AppError('entity.duplicate', '工程编号已存在', [{ path: 'projectCode', message: '工程编号已存在' }]);
}

/** Records of the same project on the way to the same award. What is out of the caller's reach is not named. */
async function similarTo(ctx: Ctx, fields: Stored, id: string | null): Promise<SimilarRecord[]> {
  const name = normalName(fields.projectName);
  if (name === '') return [];
  let rows = ctx.db
    .selectFrom(TABLE)
    .select(['id', 'projectName', 'projectCode', 'awardName', sql<boolean>`${scope(ctx, ownership(TABLE))}`.as('isReached')])
    .where('deletedAt', 'is', null)
    .where('normalName', '=', name)
    .where('awardName', 'is not distinct from', fields.awardName);
  if (id !== null) rows = rows.where('id', '!=', id);
  const found = await rows.orderBy('id').limit(SHOWN_SIMILAR).execute();
  return found.map((row) =>
    row.isReached
      ? { id: row.id, title: row.projectName, detail: [row.projectCode, row.awardName].filter(Boolean).join('，') }
      : { id: null, title: '其他部门的记录', detail: '不在您的数据范围内' },
  );
}

const bind = (ctx: Ctx, id: string, fields: Stored, ownerId: string | null) =>
  bindFiles(ctx, {
    fileNames: fields.attachments,
    entity: FILES,
    entityId: id,
    readers: { perms: [`${CODE}:detail`, `${CODE}:edit`], deptId: fields.deptId, ownerId },
  });

interface Step {
  from: string | null;
  to: string;
  reason: string | null;
}
/** Adds a step to the way of a project. */
async function noteStage(ctx: Ctx, projectId: string, { from, to, reason }: Step): Promise<void> {
  await ctx.db
    .insertInto('prjQualityProjectStage')
    .values({ id: ctx.app.ids.next(), projectId, fromStage: from, stage: to, reason, createBy: ctx.user.id, createTime: ctx.now })
    .execute();
}

/** A body without what is said about the save itself. */
function parts({ confirmSimilar, stageReason, ...fields }: Input) {
  return { isConfirmed: confirmSimilar === true, stageReason, fields };
}

/** Adds a record. Throws rule.broken, entity.duplicate, record.similar, input.invalid. */
export async function create(ctx: Ctx, body: Input): Promise<{ id: string }> {
  const { isConfirmed, fields: given } = parts(body);
  assertRules(qualityProblems(given));
  await assertAreaPair(ctx.db, given, null);
  const fields: Stored = { ...given, ...(await assertPlace(ctx, given)) };
  await assertCode(ctx, fields.projectCode, null);
  if (!isConfirmed) refuseSimilar(await similarTo(ctx, fields, null), false);
  const id = ctx.app.ids.next();
  await ctx.db
    .insertInto(TABLE)
    .values({ ...fields, id, normalName: normalName(fields.projectName), ...newStamp(ctx) })
    .execute();
  await noteStage(ctx, id, { from: null, to: fields.stage, reason: null });
  if (fields.attachments) await bind(ctx, id, fields, ctx.user.id);
  ctx.audit.change({ entity: LABEL, id, name: fields.projectName, before: null, after: { ...fields } });
  return { id };
}

/** Notes a change of stage; throws rule.broken for a step back without a reason. */
async function takeStep(ctx: Ctx, id: string, { from, to, reason }: Step & { from: string }): Promise<void> {
  if (from === to) return;
  const isBack = isStepBack(from, to);
  if (isBack && reason === null) throw fieldRefusal('stageReason', '创优阶段退回时须填写退回原因');
  await noteStage(ctx, id, { from, to, reason: isBack ? reason : null });
  if (!isBack) return;
  const items = new Map((await dictItems(ctx.db, 'prj_award_stage')).map((item) => [item.itemText, item.itemValue]));
  ctx.audit.note(`创优阶段由“${items.get(from) ?? from}”退回“${items.get(to) ?? to}”，原因：${reason}`);
}

/** Changes a record. Throws entity.notFound, entity.versionConflict and what `create` throws. */
export async function update(ctx: Ctx, id: string, body: Input & { version: number }): Promise<{ version: number }> {
  const before = await find(ctx, id, 'lock');
  assertVersion(before, body);
  const { version, ...input } = body;
  const { isConfirmed, stageReason, fields: given } = parts(input);
  assertRules(qualityProblems(given));
  await assertAreaPair(ctx.db, given, before);
  const isMoved = given.branchId !== before.branchId || (given.deptId ?? given.branchId) !== before.deptId;
  const place = isMoved ? await assertPlace(ctx, given) : { branchId: before.branchId, deptId: before.deptId };
  const fields: Stored = { ...given, ...place };
  if (fields.projectCode !== before.projectCode) await assertCode(ctx, fields.projectCode, id);
  const isRenamed = fields.projectName !== before.projectName || fields.awardName !== before.awardName;
  if (isRenamed && !isConfirmed) refuseSimilar(await similarTo(ctx, fields, id), false);
  await takeStep(ctx, id, { from: before.stage, to: fields.stage, reason: stageReason });
  await ctx.db
    .updateTable(TABLE)
    .set({ ...fields, normalName: normalName(fields.projectName), version: sql`version + 1`, updateBy: ctx.user.id, updateTime: ctx.now })
    .where('id', '=', id)
    .execute();
  await bind(ctx, id, fields, before.createBy);
  ctx.audit.change({ entity: LABEL, id, name: before.projectName, before: storedValuesOf(before, fields), after: { ...fields } });
  return { version: version + 1 };
}

/** Removes records, all or none. */
export async function remove(ctx: Ctx, ids: readonly string[]): Promise<null> {
  const rows = await visible(ctx)
    .select(['id', 'projectName', 'projectCode', 'awardName', 'stage'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
  assertAllFound(rows, ids);
  return removeRecords(ctx, TABLE, rows, { label: LABEL, name: (row) => row.projectName });
}
