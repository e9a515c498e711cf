import type { EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import type { RowOf } from '#kit/web/table/types.ts';
import { FlowTag } from '#kit/web/parts/FlowTag.tsx';
import { Missing } from '#kit/web/Tag.tsx';
import { rowFilterText } from '../../core/row-grant.ts';
import type { api } from '../api.ts';
import { SUBSCRIPTION_TONES } from '../tones.ts';

export type Row = RowOf<typeof api.subscription>;

/** “经营分析平台”对“客户查询”的订阅 */
export const named = ({ appName, apiName, apiVersion }: Row): string => `“${appName}”对“${apiName}”${apiVersion} 的订阅`;

/** the approval that decides about it, where one does */
export const flowOf = ({ flowStatus, processInstanceId }: Row) =>
  flowStatus === null ? null : { flowStatus, processInstanceId, businessTypeName: '数据API订阅' };

export const fieldsText = ({ fields }: Row): string => (fields === null ? '全部字段' : `${fields.length} 个字段`);

export const options: EntityPageOptions<Row> = {
  label: '订阅',
  nameField: 'apiName',
  details: false,
  views: [
    { id: 'waiting', name: '待审批', values: { status: '1' } },
    { id: 'active', name: '生效', values: { status: '2' } },
    { id: 'mine', name: '我的申请', values: { mine: '1' } },
  ],
  search: [
    { field: 'apiName', label: 'API名称' },
    { field: 'appName', label: '应用' },
    { field: 'status', label: '状态', dict: 'market_subscription_status' },
  ],
  columns: [
    { field: 'apiName', title: '数据API', width: 180 },
    { field: 'apiVersion', title: '版本', width: 84, kind: 'mono', priority: 3 },
    { field: 'appName', title: '应用', width: 160, priority: 1 },
    { field: 'status', title: '状态', width: 90, dict: 'market_subscription_status', tones: SUBSCRIPTION_TONES, priority: 1 },
    {
      field: '_flow',
      title: '审批',
      width: 90,
      priority: 3,
      render: (row) => (
        <FlowTag flow={flowOf(row)}>
          <Missing />
        </FlowTag>
      ),
    },
    { field: 'reason', title: '申请用途', width: 220 },
    { field: '_fields', title: '返回字段', width: 96, priority: 4, render: fieldsText },
    {
      field: '_rows',
      title: '行范围',
      width: 140,
      priority: 4,
      render: (row) => (
        <span className="cut" title={rowFilterText(row.rows)}>
          {rowFilterText(row.rows)}
        </span>
      ),
    },
    { field: '_plan', title: '调用方案', width: 110, priority: 2, render: (row) => row.plan?.planName ?? <Missing /> },
    { field: 'applicant', title: '申请人', width: 96, kind: 'person' },
    { field: 'applyTime', title: '申请时间', width: 140, kind: 'time' },
    { field: 'days', title: '天数', width: 72, kind: 'number', priority: 4 },
    {
      field: 'endTime',
      title: '到期',
      width: 140,
      priority: 1,
      render: (row) => (row.status === '2' || row.status === '4' ? <DateText value={row.endTime} /> : <Missing />),
    },
    { field: 'decider', title: '审批人', width: 96, kind: 'person', hidden: true },
    { field: 'opinion', title: '审批意见', width: 180, hidden: true },
    { field: 'apiUrl', title: 'API路径', width: 180, kind: 'mono', hidden: true },
  ],
};
