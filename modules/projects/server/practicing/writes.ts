import { sql } from 'kysely';
import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import { assertVersion } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { bindFiles } from '#modules/files/server/index.ts';
import { CODE, type QualificationInput } from '../../contract/practicing-qualification.ts';
import { idCardFacts, isMaskedIdCard, maskIdCard } from '#kit/core/cn/id-card.ts';
import type { SimilarRecord } from '../../contract/record.ts';
import { addDays, dayAt, expiryStatus } from '../../core/expiry.ts';
import { similarKey } from '../../core/normal-name.ts';
import { maskNumber, unmasked } from '../../core/supplier-mask.ts';
import { assertPlace } from '../branches.ts';
import { newStamp, refuseSimilar } from '../record.ts';
import { companyNames, isUnified } from './company.ts';
import { TABLE, findQualification, lockQualifications, openIdCard, sealIdCard, visible, type StoredQualification } from './queries.ts';

type Input = z.output<typeof QualificationInput>;
const ENTITY = '执业资质';
const CANCELLED = '4';
const UNREGISTERED = '5';
const MAX_SIMILAR = 5;

const wrong = (path: string, message: string) => new AppError('rule.broken', message, [{ path, message }]);

/** The type of a certificate: a living one of the lower level, enabled unless the certificate had it before. */
async function typeOf(ctx: Ctx, body: Input, before: StoredQualification | null) {
  const type = await ctx.db
    .selectFrom('prjPracticingType')
    .select(['id', 'parentId', 'typeName', 'typeLevel', 'hasSpecialty', 'specialties', 'warnDays', 'status'])
    .where('id', '=', body.typeId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!type) throw wrong('typeId', '执业类型不存在，请重新选择');
  if (type.typeLevel !== '2') throw wrong('typeId', '请选择下级执业类型');
  if (type.status === '0' && before?.typeId !== type.id) throw wrong('typeId', `执业类型“${type.typeName}”已禁用，请选择其他类型`);
  if (type.hasSpecialty === '1') {
    if (body.specialty === null) throw wrong('specialty', `${type.typeName}分专业注册，请选择注册专业`);
    if (!type.specialties.includes(body.specialty) && before?.specialty !== body.specialty)
      throw wrong('specialty', `“${body.specialty}”不是${type.typeName}的注册专业，可选：${type.specialties.join('、')}`);
  }
  return type;
}

function assertDates(body: Pick<Input, 'validFrom' | 'validTo' | 'issueDate' | 'registerDate' | 'birthday'>, today: string): void {
  const { validFrom, validTo, issueDate, registerDate, birthday } = body;
  if (validFrom !== null && validFrom > validTo) throw wrong('validTo', '有效期至不能早于有效期起');
  if (issueDate !== null && issueDate > today) throw wrong('issueDate', '发证日期不能晚于今天');
  if (issueDate !== null && issueDate > validTo) throw wrong('issueDate', '发证日期不能晚于有效期至');
  if (registerDate !== null && registerDate > validTo) throw wrong('registerDate', '注册日期不能晚于有效期至');
  if (registerDate !== null && issueDate !== null && registerDate < issueDate) throw wrong('registerDate', '注册日期不能早于发证日期');
  if (birthday !== null && issueDate !== null && birthday >= issueDate) throw wrong('birthday', '出生日期应早于发证日期');
}

/** The identity number to store: a mask that was sent back keeps the stored number. */
function idCardOf(ctx: Ctx, body: Input, before: StoredQualification | null): string | null {
  if (body.idCardNo === null || !isMaskedIdCard(body.idCardNo)) return body.idCardNo;
  const stored = openIdCard(ctx.app, before?.idCardSealed ?? null);
  if (stored === null || maskIdCard(stored) !== body.idCardNo) throw wrong('idCardNo', '请填写完整的身份证号');
  return stored;
}

function phoneOf(body: Input, before: StoredQualification | null): string | null {
  if (body.phone === null) return null;
  const phone = unmasked(body.phone, before?.phone ?? null, maskNumber);
  if (phone === null) throw wrong('phone', '请填写完整的手机号码');
  return phone;
}

async function assertUnique(ctx: Ctx, body: Input, id: string | null): Promise<void> {
  let taken = ctx.db
    .selectFrom('prjPracticingQualification')
    .select('id')
    .where('typeId', '=', body.typeId)
    .where('certNo', '=', body.certNo)
    .where('deletedAt', 'is', null);
  if (id !== null) taken = taken.where('id', '!=', id);
  if (await taken.executeTakeFirst())
    throw new AppError('entity.duplicate', '该执业类型下已有相同的资格证书编号', [
      { path: 'certNo', message: '该执业类型下已有相同的资格证书编号' },
    ]);
}

/** Certificates with the same name and number but for blanks, brackets, width and case; those out of reach are told without details. */
async function assertNotSimilar(ctx: Ctx, body: Input, id: string | null): Promise<void> {
  const key = similarKey(body.personName, body.certNo);
  if (key === '') return;
  const rows = await ctx.db
    .selectFrom('prjPracticingQualification')
    .innerJoin('prjPracticingType', 'prjPracticingType.id', 'prjPracticingQualification.typeId')
    .select(['prjPracticingQualification.id', 'personName', 'certNo', 'typeName'])
    .where('similarKey', '=', key)
    .where('prjPracticingQualification.deletedAt', 'is', null)
    .orderBy('prjPracticingQualification.id')
    .limit(MAX_SIMILAR)
    .execute();
  const others = rows.filter((row) => row.id !== id);
  if (others.length === 0) return;
  const reached = new Set(
    (
      await visible(ctx)
        .select('q.id')
        .where(
          'q.id',
          'in',
          others.map((row) => row.id),
        )
        .execute()
    ).map((row) => row.id),
  );
  const similar = others.map((row): SimilarRecord =>
    reached.has(row.id)
      ? { id: row.id, title: row.personName, detail: `${row.typeName}，编号 ${row.certNo}` }
      : { id: null, title: '其他部门的记录', detail: '不在您的数据范围内' },
  );
  refuseSimilar(similar, body.confirmSimilar);
}

async function assertUser(ctx: Ctx, userId: string | null): Promise<void> {
  if (userId === null) return;
  const user = await ctx.db.selectFrom('sysUser').select('id').where('id', '=', userId).where('deletedAt', 'is', null).executeTakeFirst();
  if (!user) throw wrong('userId', '关联账号不存在，请重新选择');
}

/** What is stored of an input, all rules kept. */
async function valuesOf(ctx: Ctx, body: Input, before: StoredQualification | null) {
  const { confirmSimilar: _confirmed, idCardNo: _idCardNo, ...own } = body;
  const today = dayAt(ctx.now);
  // an unchanged place is not asked about again: whoever reaches the row may edit the rest of it
  const isMoved = before === null || before.branchId !== body.branchId || before.deptId !== (body.deptId ?? body.branchId);
  const place = isMoved ? await assertPlace(ctx, body) : { branchId: before.branchId, deptId: before.deptId };
  const type = await typeOf(ctx, body, before);
  await assertUser(ctx, body.userId);
  const idCardNo = idCardOf(ctx, body, before);
  const facts = idCardNo === null ? null : idCardFacts(idCardNo);
  if (facts && body.birthday !== null && body.birthday !== facts.birthday) throw wrong('birthday', '出生日期与身份证号不一致');
  if (facts && body.gender !== null && body.gender !== '0' && body.gender !== facts.gender) throw wrong('gender', '性别与身份证号不一致');
  const birthday = body.birthday ?? facts?.birthday ?? null;
  assertDates({ ...body, birthday }, today);
  await assertUnique(ctx, body, before?.id ?? null);
  await assertNotSimilar(ctx, body, before?.id ?? null);
  const isCancelled = body.registerStatus === CANCELLED;
  return {
    values: {
      ...own,
      ...place,
      ...sealIdCard(ctx.app, idCardNo),
      birthday,
      gender: facts?.gender ?? ((body.gender ?? '0') as '0' | '1' | '2'),
      education: body.education as StoredQualification['education'],
      titleLevel: body.titleLevel as StoredQualification['titleLevel'],
      phone: phoneOf(body, before),
      certName: body.certName ?? type.typeName,
      topTypeId: type.parentId,
      similarKey: similarKey(body.personName, body.certNo),
      isUnified: isUnified(await companyNames(ctx.db, place.branchId), body.registerUnit),
      warnFrom: addDays(body.validTo, -type.warnDays),
      certStatus: expiryStatus({ validTo: body.validTo, today, warnDays: type.warnDays, isCancelled }),
    },
    idCardNo,
  };
}

/** Columns of the table that say nothing to a reader of the change record, or must not be in it. */
const HIDDEN = ['idCardSealed', 'idCardIndex', 'similarKey', 'warnFrom', 'certStatus', 'topTypeId'] as const;
const shown = (values: Record<string, unknown>, idCardNo: string | null): Record<string, unknown> => ({
  ...Object.fromEntries(Object.entries(values).filter(([name]) => !(HIDDEN as readonly string[]).includes(name))),
  idCardNo: idCardNo === null ? null : maskIdCard(idCardNo),
  phone: typeof values['phone'] === 'string' ? maskNumber(values['phone']) : null,
});

const bind = (ctx: Ctx, id: string, row: { attachments: string | null; deptId: string; createBy: string | null }) =>
  bindFiles(ctx, {
    fileNames: row.attachments,
    entity: TABLE,
    entityId: id,
    readers: { perms: [`${CODE}:detail`, `${CODE}:edit`], deptId: row.deptId, ownerId: row.createBy },
  });

export async function createQualification(ctx: Ctx, body: Input): Promise<{ id: string }> {
  const { values, idCardNo } = await valuesOf(ctx, body, null);
  const id = ctx.app.ids.next();
  await ctx.db
    .insertInto('prjPracticingQualification')
    .values({ ...values, id, ...newStamp(ctx) })
    .execute();
  await bind(ctx, id, { ...values, createBy: ctx.user.id });
  ctx.audit.change({ entity: ENTITY, id, name: body.personName, before: null, after: shown(values, idCardNo) });
  return { id };
}

/** What must stay as it is while a project counts on the certificate. */
const FIXED = {
  personName: '姓名',
  branchId: '所属分公司',
  deptId: '部门',
  typeId: '执业类型',
  certNo: '资格证书编号',
  registerUnit: '注册单位',
} as const;

function assertFree(before: StoredQualification, values: Record<string, unknown>): void {
  if (before.occupied !== '1') return;
  const changed = (Object.keys(FIXED) as (keyof typeof FIXED)[]).find((field) => before[field] !== values[field]);
  const project = before.occupiedProjectName ?? before.occupiedProjectId ?? '';
  if (changed) throw wrong(changed, `证书已被项目“${project}”锁定，不能修改${FIXED[changed]}，请先释放`);
  if (values['registerStatus'] === CANCELLED || values['registerStatus'] === UNREGISTERED)
    throw wrong('registerStatus', `证书已被项目“${project}”锁定，不能注销，请先释放`);
}

export async function updateQualification(ctx: Ctx, id: string, body: Input & { version: number }): Promise<{ version: number }> {
  const before = await findQualification(ctx, id, 'lock');
  assertVersion(before, body);
  const { version, ...input } = body;
  const { values, idCardNo } = await valuesOf(ctx, input, before);
  assertFree(before, values);
  await ctx.db
    .updateTable('prjPracticingQualification')
    .set({ ...values, version: sql<number>`version + 1`, updateBy: ctx.user.id, updateTime: ctx.now })
    .where('id', '=', id)
    .execute();
  await bind(ctx, id, { ...values, createBy: before.createBy });
  const kept = Object.fromEntries(Object.keys(values).map((name) => [name, before[name as keyof typeof before]]));
  ctx.audit.change({
    entity: ENTITY,
    id,
    name: before.personName,
    before: shown(kept, openIdCard(ctx.app, before.idCardSealed)),
    after: shown(values, idCardNo),
  });
  return { version: version + 1 };
}

/** Deletes all or none; throws entity.inUse while a project counts on one of them. */
export async function removeQualifications(ctx: Ctx, ids: readonly string[]): Promise<null> {
  const rows = await lockQualifications(ctx, ids);
  const locked = rows.filter((row) => row.occupied === '1');
  if (locked.length > 0)
    throw new AppError(
      'entity.inUse',
      `执业资质已被项目锁定，不能删除，请先释放：${locked
        .map((row) => row.personName)
        .slice(0, 5)
        .join('、')}`,
    );
  await ctx.db
    .updateTable('prjPracticingQualification')
    .set({ deletedAt: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now })
    .where('id', 'in', ids)
    .execute();
  for (const row of rows)
    ctx.audit.change({
      entity: ENTITY,
      id: row.id,
      name: row.personName,
      before: { personName: row.personName, certName: row.certName, certNo: row.certNo, validTo: row.validTo },
      after: null,
    });
  return null;
}

interface Renewal {
  validFrom: string;
  validTo: string;
  registerNo: string | null;
  attachments: string | null;
}
/** Another registration period; the former one stays readable in the change record. Throws rule.broken when the certificate was cancelled or never registered, or the new period does not end later. */
export async function renewQualification(ctx: Ctx, id: string, body: Renewal): Promise<{ version: number }> {
  const before = await findQualification(ctx, id, 'lock');
  if (before.registerStatus === CANCELLED) throw new AppError('rule.broken', '证书已注销，不能延续注册');
  if (before.registerStatus === UNREGISTERED) throw new AppError('rule.broken', '证书尚未注册，请先修改注册状态');
  if (body.validFrom > body.validTo) throw wrong('validTo', '有效期至不能早于有效期起');
  if (body.validTo <= before.validTo) throw wrong('validTo', `延续后的有效期应晚于原有效期 ${before.validTo}`);
  const { warnDays } = await ctx.db
    .selectFrom('prjPracticingType')
    .select('warnDays')
    .where('id', '=', before.typeId)
    .executeTakeFirstOrThrow();
  const values = {
    validFrom: body.validFrom,
    validTo: body.validTo,
    registerNo: body.registerNo ?? before.registerNo,
    registerStatus: '2' as const,
    // hours are counted anew in each period
    eduHoursDone: before.eduHoursDone === null ? null : 0,
    attachments: [before.attachments, body.attachments].filter(Boolean).join(',') || null,
  };
  const today = dayAt(ctx.now);
  await ctx.db
    .updateTable('prjPracticingQualification')
    .set({
      ...values,
      warnFrom: addDays(body.validTo, -warnDays),
      certStatus: expiryStatus({ validTo: body.validTo, today, warnDays, isCancelled: false }),
      version: sql<number>`version + 1`,
      updateBy: ctx.user.id,
      updateTime: ctx.now,
    })
    .where('id', '=', id)
    .execute();
  await bind(ctx, id, { ...before, ...values });
  const kept = Object.fromEntries(Object.keys(values).map((name) => [name, before[name as keyof typeof before]]));
  ctx.audit.change({ entity: ENTITY, id, name: before.personName, before: kept, after: values });
  return { version: before.version + 1 };
}
