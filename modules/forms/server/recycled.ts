import type { Recyclable } from '#kit/server/module.ts';
import { dropTables, showTables } from '#modules/managed/server/index.ts';
import { subforms } from '../core/index.ts';
import { versionOf } from './load.ts';
import { dropLinksOf } from './links/drop.ts';
import { MODULE } from './tables.ts';
import { dropTasksOf } from './tasks/recycled-task.ts';

/** Deleted forms: their tables and rows are hidden with them, come back with them, and go when they are removed for good. */
export const recycledForm: Recyclable = {
  table: 'fillingForm',
  label: '填报表单',
  nameField: 'formName',
  code: 'filling:form',
  scope: { dept: 'createDept', owner: 'createBy' },
  labels: { formCode: '表单编码', formName: '表单名称', versionNo: '发布版本', publishScope: '填报范围', withBelow: '包含下级' },
  view: ({ draft: _draft, ...row }) => row,
  async afterRestore(ctx, id) {
    const form = await ctx.db.selectFrom('fillingForm').select('versionNo').where('id', '=', id).executeTakeFirst();
    if (!form?.versionNo) return;
    const { schema } = await versionOf(ctx.db, id, form.versionNo);
    const parts = ['', ...subforms(schema).map((sub) => sub.id)];
    const follow = await showTables(ctx.app, ctx.db, { module: MODULE, ownerId: id, by: ctx.user.id, parts });
    if (follow) ctx.afterCommit(follow);
  },
  async beforePurge(ctx, id) {
    const follow = await dropTables(ctx.app, ctx.db, { module: MODULE, ownerId: id, by: ctx.user.id });
    if (follow) ctx.afterCommit(follow);
    await dropTasksOf(ctx.db, id);
    await ctx.db.deleteFrom('fillingDraft').where('formId', '=', id).execute();
    await ctx.db.deleteFrom('fillingCounter').where('formId', '=', id).execute();
    await dropLinksOf(ctx.db, id);
    await ctx.db.deleteFrom('fillingChange').where('formId', '=', id).execute();
    await ctx.db.deleteFrom('fillingRecord').where('formId', '=', id).execute();
    await ctx.db.deleteFrom('fillingFormVersion').where('formId', '=', id).execute();
    await ctx.db.deleteFrom('sysAudienceTarget').where('recordId', '=', id).execute();
  },
};
