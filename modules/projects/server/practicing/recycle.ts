import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Recyclable } from '#kit/server/module.ts';
import { unbindFiles } from '#modules/files/server/index.ts';
import { CODE } from '../../contract/practicing-qualification.ts';
import { TOP_PARENT } from '../../contract/practicing-type.ts';
import { maskNumber } from '../../core/supplier-mask.ts';
import { ownership } from '../record.ts';
import { TABLE } from './queries.ts';

const refused = (message: string) => new AppError('rule.broken', message);

/** A type comes back only where it would fit today: its code and name free, its parent there. */
async function typeFits(ctx: Ctx, id: string): Promise<void> {
  const row = await ctx.db
    .selectFrom('prjPracticingType')
    .select(['typeCode', 'typeName', 'parentId'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const living = ctx.db.selectFrom('prjPracticingType').select('id').where('deletedAt', 'is', null);
  if (await living.where('typeCode', '=', row.typeCode).executeTakeFirst()) throw refused(`类型编码“${row.typeCode}”已被使用，不能恢复`);
  if (await living.where('parentId', '=', row.parentId).where('typeName', '=', row.typeName).executeTakeFirst())
    throw refused(`同一上级下已有“${row.typeName}”，不能恢复`);
  if (row.parentId !== TOP_PARENT && !(await living.where('id', '=', row.parentId).executeTakeFirst()))
    throw refused('上级类型已删除，请先恢复上级类型');
}

/** Deleted rows count too: they may come back. */
async function typeUnused(ctx: Ctx, id: string): Promise<void> {
  const child = await ctx.db.selectFrom('prjPracticingType').select('id').where('parentId', '=', id).limit(1).executeTakeFirst();
  if (child) throw refused('该类型还有下级类型（含已删除的），不能彻底删除');
  const used = await ctx.db
    .selectFrom('prjPracticingQualification')
    .select('id')
    .where((e) => e.or([e('typeId', '=', id), e('topTypeId', '=', id)]))
    .limit(1)
    .executeTakeFirst();
  if (used) throw refused('该类型还有执业资质（含已删除的），不能彻底删除');
}

async function qualificationFits(ctx: Ctx, id: string): Promise<void> {
  const row = await ctx.db
    .selectFrom('prjPracticingQualification')
    .select(['typeId', 'certNo'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const type = await ctx.db
    .selectFrom('prjPracticingType')
    .select('id')
    .where('id', '=', row.typeId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!type) throw refused('证书的执业类型已删除，请先恢复执业类型');
  const taken = await ctx.db
    .selectFrom('prjPracticingQualification')
    .select('id')
    .where('typeId', '=', row.typeId)
    .where('certNo', '=', row.certNo)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (taken) throw refused(`该执业类型下已有编号为“${row.certNo}”的证书，不能恢复`);
}

export const recycledTypes: Recyclable = {
  table: 'prjPracticingType',
  label: '执业类型',
  nameField: 'typeName',
  code: 'project:practicingType',
  beforeRestore: typeFits,
  beforePurge: typeUnused,
};
export const recycledQualifications: Recyclable = {
  table: 'prjPracticingQualification',
  label: '执业资质',
  nameField: 'personName',
  code: CODE,
  scope: ownership('prjPracticingQualification'),
  view: ({ idCardIndex: _index, similarKey: _key, warnFrom: _warn, phone, ...row }) => ({
    ...row,
    phone: typeof phone === 'string' ? maskNumber(phone) : null,
  }),
  beforeRestore: qualificationFits,
  beforePurge: (ctx, id) => unbindFiles(ctx.db, TABLE, id),
};
