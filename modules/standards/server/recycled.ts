import { sql, type SqlBool } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Recyclable } from '#kit/server/module.ts';
import { ATTRIBUTE_LABELS } from '../core/attributes.ts';

/** Items that went with their set come back with it; those that were deleted before stay deleted. */
async function restoreItems(ctx: Ctx, id: string): Promise<void> {
  await sql`update standard_dict set deleted_at = null, update_by = ${ctx.user.id}, update_time = ${ctx.now}
    where type_id = ${id} and deleted_at = (select deleted_at from standard_type where id = ${id})`.execute(ctx.db);
}

async function assertSetLives(ctx: Ctx, id: string): Promise<void> {
  const set = await ctx.db
    .selectFrom('standardDict')
    .innerJoin('standardType', 'standardType.id', 'standardDict.typeId')
    .select('standardType.deletedAt')
    .where('standardDict.id', '=', id)
    .executeTakeFirst();
  if (set?.deletedAt) throw new AppError('rule.broken', '所属标准类别已删除，请先恢复类别');
}

const STATUS = { status: 'sys_common_status' } as const;

export const recycledSets: readonly Recyclable[] = [
  {
    table: 'standardType',
    label: '标准类别',
    nameField: 'gbTypeName',
    code: 'standard:type',
    labels: { gbTypeCode: '标准类别编码', gbTypeName: '标准类别名称' },
    dicts: STATUS,
    beforeRestore: restoreItems,
    async beforePurge({ db }, id) {
      await db.deleteFrom('standardDict').where('typeId', '=', id).execute();
    },
  },
  {
    table: 'standardDict',
    label: '标准字典',
    nameField: 'gbName',
    code: 'standard:dict',
    labels: { gbCode: '标准编码', gbName: '标准名称', parentCode: '上级编码', validFrom: '生效日期', validTo: '失效日期', sortNo: '排序' },
    dicts: STATUS,
    listed: sql<SqlBool>`not exists (select 1 from standard_type parent
      where parent.id = standard_dict.type_id and parent.deleted_at = standard_dict.deleted_at)`,
    beforeRestore: assertSetLives,
  },
  {
    table: 'standardContrast',
    label: '对照表',
    nameField: 'columnId',
    code: 'standard:contrast',
    scope: { dept: 'createDept', owner: 'createBy' },
    labels: { gbTypeId: '标准类别', bindGbColumn: '绑定标准字段', columnId: '字段' },
    dicts: STATUS,
    async beforePurge({ db }, id) {
      await db.deleteFrom('standardContrastDict').where('contrastId', '=', id).execute();
    },
  },
];

export const recycledElement: Recyclable = {
  table: 'standardElement',
  label: '数据元',
  nameField: 'elementName',
  code: 'standard:element',
  labels: { ...ATTRIBUTE_LABELS },
  dicts: { dataType: 'standard_data_type', isNullable: 'sys_yes_no', state: 'standard_element_state' },
};
