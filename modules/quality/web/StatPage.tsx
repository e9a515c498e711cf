import { DetailDrawer, type Fact } from '#kit/web/detail/DetailDrawer.tsx';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { SidePanel } from '#kit/web/parts/SidePanel.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { TreeList } from '#kit/web/parts/TreeList.tsx';
import { count } from '#kit/web/format.ts';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { api } from './api.ts';
import { BadRows } from './BadRows.tsx';
import { Level } from './Level.tsx';
import { REPORT_COLUMNS, type ReportRow } from './report-columns.tsx';
import { STATE_TONES } from './tones.ts';
import './quality.css';

const options: EntityPageOptions<ReportRow> = {
  label: '核查结果',
  nameField: 'ruleName',
  // what stands now: the last result of each enabled rule
  always: { latest: '1' },
  search: [
    { field: 'ruleName', label: '规则名称' },
    { field: 'state', label: '结果', dict: 'quality_report_state' },
  ],
  columns: REPORT_COLUMNS,
};
const facts: readonly Fact<ReportRow>[] = [
  { field: 'state', title: '结果', dict: 'quality_report_state', tones: STATE_TONES },
  { field: 'ruleLevelName', title: '级别', render: (row) => <Level id={row.ruleLevelId} name={row.ruleLevelName} /> },
  { field: 'checkResult', title: '说明', wide: true },
  { field: 'ruleItemName', title: '检查' },
  { field: 'ruleTypeName', title: '类型' },
  { field: 'ruleSource', title: '数据源' },
  { field: 'ruleTable', title: '数据表', kind: 'mono' },
  { field: 'ruleColumn', title: '字段', kind: 'mono' },
  { field: 'checkTotalCount', title: '核查数', render: (row) => (row.checkTotalCount === null ? null : count(row.checkTotalCount)) },
  { field: 'checkErrorCount', title: '不合规数', render: (row) => (row.checkErrorCount === null ? null : count(row.checkErrorCount)) },
  { field: 'value', title: '测得' },
  { field: 'checkDate', title: '核查时间', render: (row) => <DateText value={row.checkDate} /> },
  { field: 'checkBatch', title: '批次', kind: 'mono' },
];

/** 问题统计: errors of the last results, by rule type. */
export default function StatPage() {
  const list = useEntityPage(api.report, options);
  const types = useCall(api.ruleType.report, {});
  const { values } = list.state;
  return (
    <div className="panel list-page">
      <SidePanel chosen="规则类型" label="规则类型">
        {(close) =>
          types.isError ? (
            <StateView kind="error" inline error={types.error} onRetry={() => void types.refetch()} />
          ) : types.data ? (
            <TreeList
              label="规则类型"
              expanded={[]}
              onExpand={() => undefined}
              nodes={types.data.map((type) => ({
                key: type.id,
                name: type.name,
                title: `${type.name}：${type.ruleCount} 条规则，最近错误 ${type.checkErrorCount}`,
                extra: <span className={type.checkErrorCount > 0 ? 'quality-bad' : ''}>{count(type.checkErrorCount)}</span>,
              }))}
              selected={values['ruleTypeId'] ?? null}
              onSelect={(id) => {
                const { ruleTypeId: _, ...rest } = values;
                list.update({ values: { ...rest, ...(id !== null && { ruleTypeId: id }) }, page: 1 });
                close();
              }}
            />
          ) : (
            <StateView kind="loading" shape="rows" rows={7} />
          )
        }
      </SidePanel>
      <ListActions<ReportRow> list={list} />
      <EntityTable<ReportRow> list={list} />
      <DetailDrawer<ReportRow> list={list} facts={facts}>
        {(row: ReportRow) =>
          row.hasRows ? (
            <section className="quality-detail-rows" aria-label="不合格的行">
              <h3>不合格的行</h3>
              <BadRows reportId={row.id} total={row.checkErrorCount} />
            </section>
          ) : null
        }
      </DetailDrawer>
    </div>
  );
}
