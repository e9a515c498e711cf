import type { EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { LevelTag } from '#modules/gate/web/parts.ts';
import type { CallReply } from '#kit/web/use-call.ts';
import type { api } from '../api.ts';
import { APPLY_TONES } from '../tones.ts';

export type ApplyRow = CallReply<typeof api.drdUse.applies>['data'][number];

export const applyOptions: EntityPageOptions<ApplyRow> = {
  label: '申请',
  nameField: 'resName',
  details: false,
  views: [
    { id: 'mine', name: '我的申请', values: { scope: 'mine' } },
    { id: 'decide', name: '我审批的', values: { scope: 'decide' } },
    { id: 'waiting', name: '待审批', values: { state: '1' } },
  ],
  search: [{ field: 'state', label: '状态', dict: 'data_apply_status' }],
  columns: [
    { field: 'resName', title: '资源', width: 180 },
    { field: 'resCode', title: '资源代码', width: 150, kind: 'mono', priority: 4 },
    { field: 'usageType', title: '使用方式', width: 90, dict: 'market_drd_usage', priority: 1 },
    { field: 'state', title: '状态', width: 90, dict: 'data_apply_status', tones: APPLY_TONES, priority: 1 },
    { field: '_columns', title: '信息项', width: 96, render: ({ columns }) => (columns.length === 0 ? '全部' : `${columns.length} 项`) },
    {
      field: 'classifyLevel',
      title: '安全级别',
      width: 96,
      render: ({ classifyLevel }) => (classifyLevel ? <LevelTag level={classifyLevel} /> : '未知'),
    },
    { field: 'purpose', title: '用途', width: 200 },
    { field: 'applicant', title: '申请人', width: 96, kind: 'person' },
    { field: 'deptName', title: '部门', width: 120, priority: 4 },
    { field: 'applyTime', title: '申请时间', width: 140, kind: 'time' },
    { field: 'validTo', title: '截止日', width: 110, kind: 'day', priority: 1 },
    { field: 'decider', title: '审批人', width: 96, kind: 'person' },
    { field: 'opinion', title: '意见', width: 160, priority: 4 },
    { field: 'fileProblem', title: '文件问题', width: 180, hidden: true },
  ],
};
