import { AppError } from '#kit/contract/errors.ts';
import { contains } from '#kit/server/crud.ts';
import { implement, type Recyclable } from '#kit/server/module.ts';
import { scope } from '#kit/server/scope.ts';
import { unbindFiles } from '#modules/files/server/index.ts';
import { qualityProject } from '../../contract/quality-project.ts';
import { ownership, recordCalls } from '../record.ts';
import { excel } from './excel.ts';
import { CODE, detail, find, page, TABLE } from './queries.ts';
import { stat } from './stat.ts';
import { assertCode, create, remove, update } from './writes.ts';

export { qualityProjectDicts } from './seeds.ts';

const OPTIONS = 200;
/** Everyone signed in may ask for options: these permissions, as far as they reach, give them. A right names its project. */
const CHOOSERS = [`${CODE}:list`, 'project:intellectualProperty:add', 'project:intellectualProperty:edit'];

export const qualityProjects = implement(qualityProject, {
  ...excel,
  ...recordCalls({ page, detail, find, create, update, remove, stat }),
  list(ctx, { query }) {
    let rows = ctx.db
      .selectFrom(TABLE)
      .select(['id', 'projectName', 'projectCode', 'stage'])
      .where('deletedAt', 'is', null)
      .where(scope(ctx, ownership(TABLE), CHOOSERS));
    if (query.keyword) rows = rows.where('projectName', 'ilike', contains(query.keyword));
    return rows.orderBy('createTime', 'desc').orderBy('id', 'desc').limit(OPTIONS).execute();
  },
});

export const recycledQualityProject: Recyclable = {
  table: TABLE,
  label: '质量项目',
  nameField: 'projectName',
  code: CODE,
  scope: ownership(TABLE),
  async beforeRestore(ctx, id) {
    const row = await ctx.db.selectFrom(TABLE).select('projectCode').where('id', '=', id).executeTakeFirst();
    if (!row) throw new AppError('entity.notFound');
    await assertCode(ctx, row.projectCode, id);
  },
  async beforePurge(ctx, id) {
    // a right that named the project keeps standing without it
    await ctx.db.updateTable('prjIntellectualProperty').set({ projectId: null }).where('projectId', '=', id).execute();
    await unbindFiles(ctx.db, 'prj_quality_project', id);
  },
};
