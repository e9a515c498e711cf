import { sql } from 'kysely';
import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import { assertVersion } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { bindFiles } from '#modules/files/server/index.ts';
import type { DepartmentInput } from '../../contract/department.ts';
import { TOP } from '../../core/department.ts';
import { normalName } from '../../core/normal-name.ts';
import { maskNumber, unmasked } from '../../core/supplier-mask.ts';
import { assertAreaPair } from '../area-codes.ts';
import { storedValuesOf, fieldRefusal } from '../record-rules.ts';
import { assertAllFound, newStamp, refuseSimilar, removeRecords } from '../record.ts';
import { assertCode, assertLink, assertParent, similarTo } from './checks.ts';
import { CODE, find, TABLE, targetsOf, visible } from './queries.ts';

type Input = z.output<typeof DepartmentInput>;
type Stored = Omit<Input, 'confirmSimilar' | 'targets'>;
const LABEL = '生产单元';
const FILES = 'prj_department';

async function putTargets(ctx: Ctx, departmentId: string, targets: Input['targets']): Promise<void> {
  await ctx.db.deleteFrom('prjDepartmentTarget').where('departmentId', '=', departmentId).execute();
  if (targets.length === 0) return;
  await ctx.db
    .insertInto('prjDepartmentTarget')
    .values(targets.map(({ year, ...amounts }) => ({ departmentId, targetYear: year, ...amounts })))
    .execute();
}

const bind = (ctx: Ctx, id: string, kept: { attachments: string | null; deptId: string | null; ownerId: string | null }) =>
  bindFiles(ctx, {
    fileNames: kept.attachments,
    entity: FILES,
    entityId: id,
    readers: { perms: [`${CODE}:detail`, `${CODE}:edit`], deptId: kept.deptId, ownerId: kept.ownerId },
  });

const targetText = (one: Input['targets'][number]) =>
  `${one.year}年：合同${one.contract ?? '—'}，产值${one.output ?? '—'}，回款${one.receipt ?? '—'}，利润${one.profit ?? '—'}（万元）`;

/** The fields as the operation log keeps them: telephone masked, one line for each year. */
const logged = (fields: object & { leaderPhone: string | null }, targets: Input['targets']) => ({
  ...fields,
  leaderPhone: fields.leaderPhone === null ? null : maskNumber(fields.leaderPhone),
  targets: targets.map(targetText),
});

/** Adds a unit. Throws rule.broken, entity.duplicate, record.similar, input.invalid. */
export async function create(ctx: Ctx, body: Input): Promise<{ id: string }> {
  const { confirmSimilar, targets, ...fields } = body;
  if (fields.leaderPhone?.includes('*')) throw fieldRefusal('leaderPhone', '请填写完整的负责人电话');
  await assertAreaPair(ctx.db, fields, null);
  const parent = await assertParent(ctx, fields.parentId, null);
  await assertLink(ctx, fields.sysDeptId, null);
  await assertCode(ctx, fields.deptCode, null);
  if (!confirmSimilar) refuseSimilar(await similarTo(ctx, fields.deptName, null), false);
  const id = ctx.app.ids.next();
  const deptId = fields.sysDeptId ?? parent?.deptId ?? ctx.user.deptId;
  await ctx.db
    .insertInto(TABLE)
    .values({ ...fields, id, deptId, normalName: normalName(fields.deptName), ...newStamp(ctx) })
    .execute();
  await putTargets(ctx, id, targets);
  if (fields.attachments) await bind(ctx, id, { attachments: fields.attachments, deptId, ownerId: ctx.user.id });
  ctx.audit.change({ entity: LABEL, id, name: fields.deptName, before: null, after: logged(fields, targets) });
  return { id };
}

/** The full number behind a mask that came back unchanged; throws rule.broken for any other mask. */
function phoneOf(given: string | null, stored: string | null): string | null {
  if (given === null) return null;
  const phone = unmasked(given, stored, maskNumber);
  if (phone === null) throw fieldRefusal('leaderPhone', '请填写完整的负责人电话');
  return phone;
}

/** Changes a unit. Throws entity.notFound, entity.versionConflict and what `create` throws. */
export async function update(ctx: Ctx, id: string, body: Input & { version: number }): Promise<{ version: number }> {
  const before = await find(ctx, id, 'lock');
  assertVersion(before, body);
  const { version, confirmSimilar, targets, ...given } = body;
  const fields: Stored = { ...given, leaderPhone: phoneOf(given.leaderPhone, before.leaderPhone) };
  await assertAreaPair(ctx.db, fields, before);
  const parent = fields.parentId === before.parentId ? null : await assertParent(ctx, fields.parentId, id);
  if (fields.sysDeptId !== before.sysDeptId) await assertLink(ctx, fields.sysDeptId, id);
  if (fields.deptCode !== before.deptCode) await assertCode(ctx, fields.deptCode, id);
  if (fields.deptName !== before.deptName && !confirmSimilar) refuseSimilar(await similarTo(ctx, fields.deptName, id), false);
  const deptId = fields.sysDeptId ?? parent?.deptId ?? (before.sysDeptId === null ? before.deptId : await deptAbove(ctx, fields.parentId));
  const oldTargets = (await targetsOf(ctx.db, [id]).execute()).map(({ departmentId: _, ...target }) => target);
  await ctx.db
    .updateTable(TABLE)
    .set({
      ...fields,
      deptId,
      normalName: normalName(fields.deptName),
      version: sql`version + 1`,
      updateBy: ctx.user.id,
      updateTime: ctx.now,
    })
    .where('id', '=', id)
    .execute();
  if (deptId !== before.deptId) await passOn(ctx, id, deptId);
  await putTargets(ctx, id, targets);
  await bind(ctx, id, { attachments: fields.attachments, deptId, ownerId: before.createBy });
  const kept = { ...storedValuesOf(before, fields), leaderPhone: before.leaderPhone };
  ctx.audit.change({ entity: LABEL, id, name: before.deptName, before: logged(kept, oldTargets), after: logged(fields, targets) });
  return { version: version + 1 };
}

/** The department that counts for row rights of what stands below a unit. */
async function deptAbove(ctx: Ctx, parentId: string): Promise<string | null> {
  const parent =
    parentId === TOP ? undefined : await ctx.db.selectFrom(TABLE).select('deptId').where('id', '=', parentId).executeTakeFirst();
  return parent?.deptId ?? ctx.user.deptId;
}

/** Units below that are no department of the platform follow the unit above them. */
async function passOn(ctx: Ctx, id: string, deptId: string | null): Promise<void> {
  await sql`
    with recursive tree as (
      select id from prj_department where parent_id = ${id} and sys_dept_id is null and deleted_at is null
      union select d.id from prj_department d join tree on d.parent_id = tree.id where d.sys_dept_id is null and d.deleted_at is null
    ) update prj_department set dept_id = ${deptId} where id in (select id from tree)`.execute(ctx.db);
}

/** Removes units, all or none; one with units below it stays unless they go along. Throws entity.notFound, entity.inUse. */
export async function remove(ctx: Ctx, ids: readonly string[]): Promise<null> {
  const rows = await visible(ctx)
    .select(['id', 'deptName', 'deptCode', 'deptType', 'leader'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
  assertAllFound(rows, ids);
  const child = await ctx.db
    .selectFrom(`${TABLE} as child`)
    .innerJoin(`${TABLE} as parent`, 'parent.id', 'child.parentId')
    .select(['parent.deptName as parentName', 'child.deptName'])
    .where('child.parentId', 'in', ids)
    .where('child.id', 'not in', ids)
    .where('child.deletedAt', 'is', null)
    .orderBy('child.id')
    .executeTakeFirst();
  if (child) throw new AppError('entity.inUse', `“${child.parentName}”还有下级单元“${child.deptName}”，请先删除下级单元`);
  return removeRecords(ctx, TABLE, rows, { label: LABEL, name: (row) => row.deptName });
}
