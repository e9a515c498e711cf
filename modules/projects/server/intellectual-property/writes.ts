import { sql } from 'kysely';
import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import { assertVersion } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { scope } from '#kit/server/scope.ts';
import { bindFiles } from '#modules/files/server/index.ts';
import type { IntellectualPropertyInput } from '../../contract/intellectual-property.ts';
import type { SimilarRecord } from '../../contract/record.ts';
import { IP_STATUS, ipProblems, statusStepProblem, suggestedExpiry } from '../../core/intellectual-property.ts';
import { normalName } from '../../core/normal-name.ts';
import { isPatent, patentNumberForm } from '../../core/patent-number.ts';
import { assertPlace } from '../branches.ts';
import { assertRules, storedValuesOf } from '../record-rules.ts';
import { assertAllFound, newStamp, ownership, refuseSimilar, removeRecords } from '../record.ts';
import { CODE, find, TABLE, visible } from './queries.ts';

type Input = z.output<typeof IntellectualPropertyInput>;
type Stored = Omit<Input, 'confirmSimilar' | 'deptId'> & { deptId: string };
const LABEL = '知识产权';
const FILES = 'prj_intellectual_property';
const SHOWN_SIMILAR = 5;

/** The fields as they are stored: numbers in one form, the last day of a right in force filled in where the law gives it. */
function settled(body: Input): Omit<Input, 'confirmSimilar'> {
  const { confirmSimilar: _, ...fields } = body;
  const applyNo = fields.applyNo !== null && isPatent(fields.ipType) ? patentNumberForm(fields.applyNo) : fields.applyNo;
  const grantNo = fields.ipType === '4' ? (fields.grantNo?.toUpperCase() ?? null) : fields.grantNo;
  const isInForce = fields.legalStatus === IP_STATUS.granted || fields.legalStatus === IP_STATUS.transferred;
  const expireDate = fields.expireDate ?? (isInForce ? suggestedExpiry(fields.ipType, fields.applyDate) : null);
  return { ...fields, applyNo, grantNo, expireDate };
}

/** Records of the same name and type, or with one of the numbers. What is out of the caller's reach is not named. */
async function similarTo(ctx: Ctx, fields: Omit<Input, 'confirmSimilar'>, id: string | null): Promise<SimilarRecord[]> {
  const name = normalName(fields.ipName);
  let rows = ctx.db
    .selectFrom(TABLE)
    .select(['id', 'ipName', 'applyNo', 'grantNo', sql<boolean>`${scope(ctx, ownership(TABLE))}`.as('isReached')])
    .where('deletedAt', 'is', null)
    .where((e) =>
      e.or([
        ...(name === '' ? [] : [e.and([e('normalName', '=', name), e('ipType', '=', fields.ipType)])]),
        ...(fields.applyNo === null ? [] : [e('applyNo', '=', fields.applyNo)]),
        ...(fields.grantNo === null ? [] : [e('grantNo', '=', fields.grantNo)]),
      ]),
    );
  if (id !== null) rows = rows.where('id', '!=', id);
  const found = await rows.orderBy('id').limit(SHOWN_SIMILAR).execute();
  return found.map((row) =>
    row.isReached
      ? { id: row.id, title: row.ipName, detail: row.grantNo ?? row.applyNo ?? '未填写编号' }
      : { id: null, title: '其他部门的记录', detail: '不在您的数据范围内' },
  );
}

/** The 依托项目 exists and the caller reaches it. Throws rule.broken. */
async function assertProject(ctx: Ctx, projectId: string | null): Promise<void> {
  if (projectId === null) return;
  const found = await ctx.db
    .selectFrom('prjQualityProject')
    .select('id')
    .where('id', '=', projectId)
    .where('deletedAt', 'is', null)
    .where(scope(ctx, ownership('prjQualityProject')))
    .executeTakeFirst();
  if (found) return;
  const message = '依托项目不存在或不在您的数据范围内';
  throw new AppError('rule.broken', message, [{ path: 'projectId', message }]);
}

const bind = (ctx: Ctx, id: string, fields: Stored, ownerId: string | null) =>
  bindFiles(ctx, {
    fileNames: fields.attachments,
    entity: FILES,
    entityId: id,
    readers: { perms: [`${CODE}:detail`, `${CODE}:edit`], deptId: fields.deptId, ownerId },
  });

/** Adds a record. Throws rule.broken, record.similar, input.invalid. */
export async function create(ctx: Ctx, body: Input): Promise<{ id: string }> {
  const given = settled(body);
  assertRules(ipProblems(given));
  await assertProject(ctx, given.projectId);
  const fields: Stored = { ...given, ...(await assertPlace(ctx, given)) };
  if (!body.confirmSimilar) refuseSimilar(await similarTo(ctx, fields, null), false);
  const id = ctx.app.ids.next();
  await ctx.db
    .insertInto(TABLE)
    .values({ ...fields, id, normalName: normalName(fields.ipName), ...newStamp(ctx) })
    .execute();
  if (fields.attachments) await bind(ctx, id, fields, ctx.user.id);
  ctx.audit.change({ entity: LABEL, id, name: fields.ipName, before: null, after: { ...fields } });
  return { id };
}

const NAMING = ['ipName', 'ipType', 'applyNo', 'grantNo'] as const;

/** Changes a record. Throws entity.notFound, entity.versionConflict and what `create` throws. */
export async function update(ctx: Ctx, id: string, body: Input & { version: number }): Promise<{ version: number }> {
  const before = await find(ctx, id, 'lock');
  assertVersion(before, body);
  const { version, ...input } = body;
  const given = settled(input);
  const step = statusStepProblem(before.legalStatus, given.legalStatus);
  assertRules([...(step === null ? [] : [{ path: 'legalStatus', message: step }]), ...ipProblems(given)]);
  if (given.projectId !== before.projectId) await assertProject(ctx, given.projectId);
  const isMoved = given.branchId !== before.branchId || (given.deptId ?? given.branchId) !== before.deptId;
  const place = isMoved ? await assertPlace(ctx, given) : { branchId: before.branchId, deptId: before.deptId };
  const fields: Stored = { ...given, ...place };
  const isRenamed = NAMING.some((field) => fields[field] !== before[field]);
  if (isRenamed && !body.confirmSimilar) refuseSimilar(await similarTo(ctx, fields, id), false);
  await ctx.db
    .updateTable(TABLE)
    .set({ ...fields, normalName: normalName(fields.ipName), version: sql`version + 1`, updateBy: ctx.user.id, updateTime: ctx.now })
    .where('id', '=', id)
    .execute();
  await bind(ctx, id, fields, before.createBy);
  ctx.audit.change({ entity: LABEL, id, name: before.ipName, before: storedValuesOf(before, fields), after: { ...fields } });
  return { version: version + 1 };
}

/** Removes records, all or none. */
export async function remove(ctx: Ctx, ids: readonly string[]): Promise<null> {
  const rows = await visible(ctx)
    .select(['id', 'ipName', 'ipType', 'applyNo', 'grantNo'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
  assertAllFound(rows, ids);
  return removeRecords(ctx, TABLE, rows, { label: LABEL, name: (row) => row.ipName });
}
