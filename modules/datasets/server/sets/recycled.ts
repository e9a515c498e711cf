import { AppError } from '#kit/contract/errors.ts';
import type { Recyclable } from '#kit/server/module.ts';
import { SetModel } from '../../contract/data-set-model.ts';
import { removeAll } from '../extract/files.ts';
import { closeIdleReaders } from '../extract/reader.ts';
import { dropLineage, noteLineage } from './lineage.ts';
import { usesOf } from './impact.ts';
import { dropFiles } from './store.ts';

/** Deleted data sets in the recycle bin. Their lineage and extract stay with them until they are removed for good. */
export const recycledSet: Recyclable = {
  table: 'visualDataSet',
  label: '数据集',
  nameField: 'setName',
  code: 'visual:set',
  scope: { dept: 'createDept', owner: 'createBy' },
  dicts: { status: 'sys_common_status', isShared: 'sys_yes_no' },
  labels: {
    setName: '数据集名称',
    setKind: '类型',
    sourceId: '数据源',
    folderId: '目录',
    setSql: 'SQL',
    isShared: '是否共享',
    isSystem: '系统提供',
    rowCount: '行数',
    code: '编码',
    schemaJson: '字段',
    model: '模型',
  },
  view: ({ model: _model, schemaJson: _schema, ...row }) => row,
  async beforeRestore({ db }, id) {
    const row = await db
      .selectFrom('visualDataSet')
      .leftJoin('visualFolder', 'visualFolder.id', 'visualDataSet.folderId')
      .select(['visualDataSet.folderId', 'visualFolder.deletedAt as folderDeleted'])
      .where('visualDataSet.id', '=', id)
      .executeTakeFirst();
    // a folder that went meanwhile does not keep its sets from coming back
    if (row?.folderId && row.folderDeleted !== null)
      await db.updateTable('visualDataSet').set({ folderId: null }).where('id', '=', id).execute();
  },
  async afterRestore(ctx, id) {
    const row = await ctx.db
      .selectFrom('visualDataSet')
      .select(['setName', 'sourceId', 'model'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await noteLineage(ctx, { id, name: row.setName, sourceId: row.sourceId, model: SetModel.parse(row.model) });
  },
  async beforePurge(ctx, id) {
    const uses = await usesOf(ctx, id);
    if (uses.length > 0)
      throw new AppError(
        'entity.inUse',
        `数据集仍被使用，不能彻底删除：${uses
          .slice(0, 5)
          .map((use) => use.name)
          .join('、')}`,
      );
    const { db, app } = ctx;
    await dropLineage(app, db, id);
    await dropFiles(ctx, id);
    await db.deleteFrom('visualUse').where('dataSetId', '=', id).execute();
    await db.deleteFrom('visualGrant').where('entityType', '=', 'dataset').where('entityId', '=', id).execute();
    await db.deleteFrom('visualStar').where('entityType', '=', 'dataset').where('entityId', '=', id).execute();
    await db.deleteFrom('visualExtractRun').where('setId', '=', id).execute();
    await db.deleteFrom('visualExtract').where('setId', '=', id).execute();
    await db.updateTable('visualChart').set({ dataSetId: null }).where('dataSetId', '=', id).execute();
    ctx.afterCommit(async () => {
      closeIdleReaders((path) => path.includes(`/${id}/`));
      await removeAll(app, id);
    });
  },
};
