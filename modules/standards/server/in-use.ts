import { AppError } from '#kit/contract/errors.ts';
import type { Db } from '#kit/server/ctx.ts';

/** Refuses to take away code sets that columns are compared with. Throws entity.inUse. */
export async function assertTypesFree(db: Db, ids: readonly string[]): Promise<void> {
  const used = await db
    .selectFrom('standardContrast')
    .innerJoin('standardType', 'standardType.id', 'standardContrast.gbTypeId')
    .select('standardType.gbTypeName')
    .where('standardContrast.gbTypeId', 'in', ids)
    .where('standardContrast.deletedAt', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (used) throw new AppError('entity.inUse', `标准类别“${used.gbTypeName}”已用于对照表，请先删除对照表，或禁用该类别`);
  const element = await db
    .selectFrom('standardElement')
    .select('elementName')
    .where('gbTypeId', 'in', ids)
    .where('deletedAt', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (element) throw new AppError('entity.inUse', `该标准类别是数据元“${element.elementName}”的值域，请先修改数据元，或禁用该类别`);
}

/** Refuses to take away items that values are mapped to. Throws entity.inUse. */
export async function assertItemsFree(db: Db, ids: readonly string[]): Promise<void> {
  const used = await db
    .selectFrom('standardContrastDict')
    .innerJoin('standardDict', 'standardDict.id', 'standardContrastDict.contrastGbId')
    .innerJoin('standardContrast', 'standardContrast.id', 'standardContrastDict.contrastId')
    .select('standardDict.gbName')
    .where('standardContrastDict.contrastGbId', 'in', ids)
    .where('standardContrastDict.deletedAt', 'is', null)
    .where('standardContrast.deletedAt', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (used) throw new AppError('entity.inUse', `标准项“${used.gbName}”已有取值对照，请先取消对照，或填写失效日期`);
}
