import { AppError } from '#kit/contract/errors.ts';
import { implement, type DictSeed, type Recyclable } from '#kit/server/module.ts';
import { unbindFiles } from '#modules/files/server/index.ts';
import { department } from '../../contract/department.ts';
import { TOP } from '../../core/department.ts';
import { maskNumber } from '../../core/supplier-mask.ts';
import { ownership, recordCalls } from '../record.ts';
import { assertCode, assertLink, assertParent } from './checks.ts';
import { excel } from './excel.ts';
import { CODE, detail, find, page, TABLE } from './queries.ts';
import { stat } from './stat.ts';
import { create, remove, update } from './writes.ts';

const MAX_UNITS = 5000;

export const departments = implement(department, {
  ...excel,
  ...recordCalls({ page, detail, find, create, update, remove, stat }),
  list: (ctx) =>
    ctx.db
      .selectFrom(TABLE)
      .select(['id', 'deptName', 'deptCode', 'deptType', 'parentId', 'status'])
      .where('deletedAt', 'is', null)
      .orderBy('sort')
      .orderBy('id')
      .limit(MAX_UNITS)
      .execute(),
});

/** Dictionaries of 生产单元. */
export const departmentDicts: readonly DictSeed[] = [
  {
    code: 'prj_unit_type',
    name: '生产单元类型',
    items: [
      ['1', '职能部门'],
      ['2', '生产院所'],
      ['3', '分公司'],
      ['4', '子公司'],
      ['5', '项目部'],
    ],
  },
];

export const recycledDepartment: Recyclable = {
  table: TABLE,
  label: '生产单元',
  nameField: 'deptName',
  code: CODE,
  scope: ownership(TABLE),
  view: ({ normalName: _key, leaderPhone, ...row }) => ({
    ...row,
    leaderPhone: typeof leaderPhone === 'string' ? maskNumber(leaderPhone) : null,
  }),
  async beforeRestore(ctx, id) {
    const row = await ctx.db.selectFrom(TABLE).select(['deptCode', 'sysDeptId', 'parentId']).where('id', '=', id).executeTakeFirst();
    if (!row) throw new AppError('entity.notFound');
    await assertCode(ctx, row.deptCode, id);
    await assertLink(ctx, row.sysDeptId, id);
    await assertParent(ctx, row.parentId, id);
  },
  async beforePurge(ctx, id) {
    // units below were deleted before this one; whoever restores them finds them at the top
    await ctx.db.updateTable(TABLE).set({ parentId: TOP }).where('parentId', '=', id).execute();
    await unbindFiles(ctx.db, 'prj_department', id);
  },
};
