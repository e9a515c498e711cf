import { DetailDrawer, type Fact } from '#kit/web/detail/DetailDrawer.tsx';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowOf } from '#kit/web/table/types.ts';
import { useCall } from '#kit/web/use-call.ts';
import { api } from './api.ts';
import { STATE_TONES } from './tones.ts';
import './quality.css';

type Row = RowOf<typeof api.log>;

const OPTIONS: EntityPageOptions<Row> = {
  label: '任务日志',
  nameField: 'executeRuleName',
  columns: [
    { field: 'executeJobName', title: '任务', width: 170, render: (row) => row.executeJobName ?? <span className="muted">手动执行</span> },
    { field: 'executeRuleTypeName', title: '类型', width: 80 },
    { field: 'executeRuleName', title: '规则', width: 220 },
    { field: 'state', title: '结果', width: 96, dict: 'quality_report_state', tones: STATE_TONES },
    { field: 'executeResult', title: '说明', width: 320 },
    { field: 'executeBatch', title: '批次', width: 180, kind: 'mono' },
    { field: 'executeDate', title: '执行时间', width: 166, kind: 'second' },
  ],
};
const facts: readonly Fact<Row>[] = [
  { field: 'executeJobName', title: '任务', render: (row) => row.executeJobName ?? '手动执行' },
  { field: 'executeRuleName', title: '规则' },
  { field: 'state', title: '结果', dict: 'quality_report_state', tones: STATE_TONES },
  { field: 'executeDate', title: '执行时间', render: (row) => <DateText value={row.executeDate} /> },
  { field: 'executeBatch', title: '批次', kind: 'mono' },
  { field: 'executeResult', title: '说明', wide: true },
];

/** 任务日志: one row per rule and batch. */
export default function LogPage() {
  const types = useCall(api.ruleType.list, {}, { staleTime: 60_000 });
  const choices = (types.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const list = useEntityPage(api.log, {
    ...OPTIONS,
    search: [
      { field: 'keyword', label: '规则名称' },
      { field: 'ruleTypeId', label: '规则类型', options: choices },
      {
        field: 'status',
        label: '状态',
        options: [
          { value: '1', label: '成功' },
          { value: '0', label: '失败' },
        ],
      },
      { field: 'executeBatch', label: '批次' },
    ],
  });
  return (
    <div className="panel list-page">
      <ListActions<Row> list={list} />
      <EntityTable<Row> list={list} />
      <DetailDrawer<Row> list={list} facts={facts} />
    </div>
  );
}
