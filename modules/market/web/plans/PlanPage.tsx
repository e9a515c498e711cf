import { defineEntityPage } from '#kit/web/entity-page/define-entity-page.tsx';
import { count } from '#kit/web/format.ts';
import { Missing } from '#kit/web/Tag.tsx';
import type { Column, RowOf } from '#kit/web/table/types.ts';
import { api } from '../api.ts';
import { APPROVALS, ApprovalTag } from './plans.tsx';
import '../market.css';

type Row = RowOf<typeof api.plan>;
const bound = (field: keyof Row & string, title: string, width: number): Column<Row> => ({
  field,
  title,
  width,
  kind: 'number',
  render: (row) => (row[field] === null ? <Missing /> : count(Number(row[field]))),
});

/** 调用方案: how much the subscriptions that take it may call. */
export default defineEntityPage({
  title: '调用方案',
  api: api.plan,
  nameField: 'planName',
  search: [
    { field: 'planName', label: '方案名称' },
    { field: 'status', label: '状态', dict: 'sys_common_status' },
  ],
  columns: [
    { field: 'planName', title: '方案名称', width: 180, sort: true },
    { field: 'status', title: '状态', width: 80, dict: 'sys_common_status' },
    {
      field: 'approval',
      title: '审批',
      width: 100,
      render: ApprovalTag,
    },
    bound('rate', '每秒次数', 100),
    bound('burst', '突发次数', 100),
    bound('concurrency', '并发数', 90),
    bound('dayQuota', '每日次数', 110),
    bound('monthQuota', '每月次数', 110),
    bound('monthMegabytes', '每月流量（MB）', 130),
    bound('maxDays', '最长天数', 100),
    { field: 'remark', title: '备注', width: 200 },
  ],
  form: [
    { field: 'planName', label: '方案名称', placeholder: '例如 标准' },
    { field: 'status', label: '状态', widget: 'switch', initial: '1', hint: '禁用后不再提供；已使用它的订阅不受影响' },
    {
      field: 'approval',
      label: '审批方式',
      widget: 'radio',
      options: Object.entries(APPROVALS).map(([value, label]) => ({ value, label })),
      initial: 'manual',
      hint: '自动通过：为API提供此方案的人即表示同意；本人的申请与有审批流程时仍需审批',
      wide: true,
    },
    { field: 'rate', label: '每秒次数', widget: 'number', placeholder: '不限', section: '调用速度' },
    { field: 'burst', label: '突发次数', widget: 'number', placeholder: '同每秒次数', hint: '一次可以同时到达的次数' },
    { field: 'concurrency', label: '并发数', widget: 'number', placeholder: '不限', hint: '每个节点上同时进行的调用' },
    { field: 'dayQuota', label: '每日次数', widget: 'number', placeholder: '不限', section: '配额' },
    { field: 'monthQuota', label: '每月次数', widget: 'number', placeholder: '不限', hint: '按北京时间的自然月' },
    { field: 'monthMegabytes', label: '每月流量', widget: 'number', placeholder: '不限', hint: '返回内容的大小，单位 MB' },
    { field: 'maxDays', label: '最长天数', widget: 'number', placeholder: '不限', hint: '一次订阅的有效天数' },
    { field: 'remark', label: '备注', widget: 'area', wide: true },
  ],
});
