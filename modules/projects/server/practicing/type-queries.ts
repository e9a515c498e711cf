import { AppError } from '#kit/contract/errors.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';

const MAX_TYPES = 2000;
const NAMED = 5;

const optionColumns = [
  'id',
  'parentId',
  'typeCode',
  'typeName',
  'typeLevel',
  'hasSpecialty',
  'specialties',
  'validYears',
  'warnDays',
  'status',
] as const;

/** Types in the order of the tree, below one parent or all. */
export async function typeOptions(db: Db, parentId?: string) {
  let rows = db.selectFrom('prjPracticingType').select(optionColumns).where('deletedAt', 'is', null);
  if (parentId !== undefined) rows = rows.where('parentId', '=', parentId);
  return rows.orderBy('sort').orderBy('typeCode').orderBy('id').limit(MAX_TYPES).execute();
}

/** All types with everything, and how many certificates there are of each; those of an upper type include the ones below it. */
export async function loadTypes(ctx: Ctx) {
  const rows = await ctx.db
    .selectFrom('prjPracticingType')
    .select([
      ...optionColumns,
      'regDept',
      'eduHours',
      'allowance',
      'sort',
      'remark',
      'version',
      'createBy',
      'createTime',
      'updateBy',
      'updateTime',
    ])
    .where('deletedAt', 'is', null)
    .orderBy('sort')
    .orderBy('typeCode')
    .orderBy('id')
    .limit(MAX_TYPES)
    .execute();
  const counts = await ctx.db
    .selectFrom('prjPracticingQualification')
    .select((e) => ['typeId', 'topTypeId', e.fn.countAll<string>().as('total')])
    .where('deletedAt', 'is', null)
    .groupBy(['typeId', 'topTypeId'])
    .execute();
  const countOf = (id: string) =>
    counts.filter((one) => one.typeId === id || one.topTypeId === id).reduce((sum, one) => sum + Number(one.total), 0);
  return rows.map((row) => ({ ...row, qualificationCount: countOf(row.id) }));
}

const listed = (names: readonly string[]): string => `${names.slice(0, NAMED).join('、')}${names.length > NAMED ? '等' : ''}`;

/** Throws entity.inUse while other types hang below, or certificates are of one of the types. */
export async function refuseUsedTypes(ctx: Ctx, ids: readonly string[]): Promise<void> {
  const children = await ctx.db
    .selectFrom('prjPracticingType')
    .select('typeName')
    .where('parentId', 'in', ids)
    .where('id', 'not in', ids)
    .where('deletedAt', 'is', null)
    .orderBy('sort')
    .limit(NAMED + 1)
    .execute();
  if (children.length > 0)
    throw new AppError('entity.inUse', `执业类型有下级类型，不能删除：${listed(children.map((row) => row.typeName))}`);
  const used = await ctx.db
    .selectFrom('prjPracticingQualification')
    .innerJoin('prjPracticingType', 'prjPracticingType.id', 'prjPracticingQualification.typeId')
    .select((e) => ['prjPracticingType.typeName', e.fn.countAll<string>().as('total')])
    .where('prjPracticingQualification.typeId', 'in', ids)
    .where('prjPracticingQualification.deletedAt', 'is', null)
    .groupBy('prjPracticingType.typeName')
    .execute();
  if (used.length > 0)
    throw new AppError(
      'entity.inUse',
      `执业类型正在被执业资质使用，不能删除：${listed(used.map((row) => `${row.typeName}（${row.total}本）`))}`,
    );
}
