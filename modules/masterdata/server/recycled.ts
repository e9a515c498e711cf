import { AppError } from '#kit/contract/errors.ts';
import type { Recyclable } from '#kit/server/module.ts';
import { dropTables } from '#modules/managed/server/index.ts';
import { MODULE } from './tables.ts';

/** Deleted models: their tables were taken away before; they go with the model when it is removed for good. */
export const recycledModel: Recyclable = {
  table: 'masterdataModel',
  label: '主数据模型',
  nameField: 'modelName',
  code: 'masterdata:model',
  scope: { dept: 'createDept', owner: 'createBy' },
  labels: {
    modelName: '模型名称',
    modelLogicTable: '逻辑表',
    modelPhysicalTable: '物理表',
    isSync: '已建模',
    flowStatus: '流程状态',
    processInstanceId: '流程实例',
    versionNo: '现行版本',
  },
  dicts: { flowStatus: 'sys_flow_status', isSync: 'sys_yes_no' },
  async beforeRestore(ctx, id) {
    const row = await ctx.db.selectFrom('masterdataModel').select('modelLogicTable').where('id', '=', id).executeTakeFirst();
    const taken = await ctx.db
      .selectFrom('masterdataModel')
      .select('modelName')
      .where('modelLogicTable', '=', row?.modelLogicTable ?? '')
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    if (taken) throw new AppError('entity.duplicate', `逻辑表已被模型“${taken.modelName}”使用，不能恢复`);
  },
  async beforePurge(ctx, id) {
    const follow = await dropTables(ctx.app, ctx.db, { module: MODULE, ownerId: id, by: ctx.user.id });
    if (follow) ctx.afterCommit(follow);
    for (const table of [
      'masterdataDelivery',
      'masterdataTargetRecord',
      'masterdataOutbox',
      'masterdataFeedRecord',
      'masterdataFeed',
      'masterdataTarget',
      'masterdataMerge',
      'masterdataCandidate',
      'masterdataMatchPair',
      'masterdataMatchApart',
      'masterdataMatchRecord',
      'masterdataMatchKey',
      'masterdataSearchRecord',
      'masterdataSearchState',
      'masterdataSurvivorRule',
      'masterdataMatchRule',
      'masterdataXref',
      'masterdataSourceMap',
      'masterdataAttrHistory',
      'masterdataCodeRule',
      'masterdataModelVersion',
      'masterdataModelColumn',
    ] as const)
      await ctx.db
        .deleteFrom(table as 'masterdataModelColumn')
        .where('modelId', '=', id)
        .execute();
  },
};
