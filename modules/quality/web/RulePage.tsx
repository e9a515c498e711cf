import { useState } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { DetailDrawer, type Fact } from '#kit/web/detail/DetailDrawer.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { FlowTag } from '#kit/web/parts/FlowTag.tsx';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { SidePanel } from '#kit/web/parts/SidePanel.tsx';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { BatchAction, RowAction, RowOf } from '#kit/web/table/types.ts';
import { useCall, useRefresh, type CallReply } from '#kit/web/use-call.ts';
import { Missing } from '#kit/web/Tag.tsx';
import { count } from '#kit/web/format.ts';
import { api } from './api.ts';
import { BadRows } from './BadRows.tsx';
import { Level } from './Level.tsx';
import { CopyRules } from './rule/CopyRules.tsx';
import { RuleEditor } from './rule/RuleEditor.tsx';
import { Trend } from './rule/Trend.tsx';
import { useRelease } from './rule/use-release.ts';
import { STATE_TONES } from './tones.ts';
import { TypeTree } from './TypeTree.tsx';
import { watchBatch } from './watch-batch.ts';
import './quality.css';

type Row = RowOf<typeof api.rule>;
type Detail = CallReply<typeof api.rule.get>;

const place = (row: Row) =>
  row.ruleTable === null ? (
    <Missing />
  ) : (
    <span className="cut mono" title={`${row.ruleTableComment ?? ''} ${row.ruleSchema ?? ''}.${row.ruleTable}`}>
      {row.ruleTable}
    </span>
  );
const options: EntityPageOptions<Row> = {
  label: '核查规则',
  nameField: 'ruleName',
  search: [
    { field: 'ruleName', label: '规则名称' },
    { field: 'lastState', label: '最近结果', dict: 'quality_report_state' },
    { field: 'status', label: '状态', dict: 'sys_common_status' },
  ],
  columns: [
    { field: 'ruleName', title: '规则名称', width: 220, sort: true },
    { field: 'ruleTypeName', title: '类型', width: 80, priority: 2 },
    { field: 'ruleItemName', title: '检查', width: 130, priority: 3 },
    { field: 'ruleSource', title: '数据源', width: 130, hidden: true },
    { field: 'ruleTable', title: '数据表', width: 190, render: place },
    { field: 'ruleColumn', title: '字段', width: 130, kind: 'mono' },
    { field: 'ruleLevelName', title: '级别', width: 80, render: (row) => <Level id={row.ruleLevelId} name={row.ruleLevelName} /> },
    { field: 'lastState', title: '最近结果', width: 96, priority: 1, dict: 'quality_report_state', tones: STATE_TONES },
    {
      field: 'lastErrorCount',
      title: '不合格',
      width: 88,
      priority: 1,
      kind: 'number',
      render: (row) =>
        row.lastErrorCount === null ? (
          <Missing />
        ) : (
          <span className={row.lastErrorCount > 0 ? 'quality-bad' : ''}>{count(row.lastErrorCount)}</span>
        ),
    },
    {
      field: 'status',
      title: '状态',
      width: 80,
      dict: 'sys_common_status',
      render: (row, own) => <FlowTag flow={row.flow}>{own}</FlowTag>,
    },
    { field: 'lastCheckTime', title: '核查时间', width: 150, kind: 'time', sort: true },
    { field: 'ownerName', title: '负责人', width: 100, hidden: true },
    { field: 'createTime', title: '创建时间', width: 150, kind: 'time', sort: true, hidden: true },
  ],
};
const facts: readonly Fact<Detail>[] = [
  {
    field: 'ruleSentence',
    title: '规则的含义',
    wide: true,
    render: (row) => row.ruleSentence ?? <span className="quality-bad">{row.ruleProblem}</span>,
  },
  { field: 'ruleTypeName', title: '类型' },
  { field: 'ruleItemName', title: '检查' },
  { field: 'ruleSource', title: '数据源' },
  { field: 'ruleTable', title: '数据表', kind: 'mono' },
  { field: 'ruleColumn', title: '字段', kind: 'mono' },
  { field: 'ruleLevelName', title: '级别', render: (row) => <Level id={row.ruleLevelId} name={row.ruleLevelName} /> },
  { field: 'ruleStrength', title: '强弱', dict: 'quality_rule_strength' },
  { field: 'ruleThreshold', title: '通过线', render: (row) => `${row.ruleThreshold}%` },
  { field: 'ruleWeight', title: '权重' },
  { field: 'ownerName', title: '负责人' },
  { field: 'status', title: '状态', dict: 'sys_common_status' },
  { field: 'lastState', title: '最近结果', dict: 'quality_report_state', tones: STATE_TONES },
  { field: 'lastCheckTime', title: '核查时间', render: (row) => <DateText value={row.lastCheckTime} /> },
  { field: 'remark', title: '备注', wide: true },
  {
    field: 'ruleSql',
    title: '执行的语句',
    wide: true,
    render: (row) => row.ruleSql && <pre className="mono quality-sql">{row.ruleSql}</pre>,
  },
];

/** 规则配置 */
export default function RulePage() {
  const list = useEntityPage(api.rule, options);
  const { opened, values } = list.state;
  if (opened?.kind === 'new' || opened?.kind === 'edit')
    return <RuleEditor id={opened.kind === 'edit' ? opened.id : null} onClose={() => list.open(null)} />;
  return <RuleList list={list} values={values} />;
}

function RuleList({
  list,
  values,
}: {
  list: ReturnType<typeof useEntityPage<typeof api.rule>>;
  values: Readonly<Record<string, string | undefined>>;
}) {
  const refresh = useRefresh();
  const release = useRelease();
  const [copied, setCopied] = useState<Row[] | null>(null);
  const types = useCall(api.ruleType.report, {});
  const counts = new Map(types.data?.map((type) => [type.id, type.ruleCount]));
  const run = async (ids: readonly string[]) => {
    // errors are shown by the request layer
    const started = await api.rule.runMany({ body: { ids: [...ids] } }).catch(() => null);
    if (!started) return;
    toast.success(ids.length === 1 ? '已开始核查' : `已开始核查 ${ids.length} 条规则`);
    await watchBatch(started.batch);
    await refresh(api.rule.page, api.ruleType.report, api.report.page);
  };
  const actions = (row: Row): RowAction[] => [
    { key: 'run', label: '执行', call: api.rule.run, onClick: () => void run([row.id]) },
    ...release.actions(row),
  ];
  const ids = (rows: readonly Row[]) => rows.map(({ id }) => id);
  const batch: BatchAction<Row>[] = [
    { key: 'run', label: '执行', call: api.rule.runMany, onClick: (rows) => void run(ids(rows)) },
    { key: 'on', label: '启用', call: api.rule.enable, onClick: (rows) => void release.turn(ids(rows), '1') },
    { key: 'off', label: '禁用', call: api.rule.enable, onClick: (rows) => void release.turn(ids(rows), '0') },
    { key: 'copy', label: '复制到…', call: api.rule.copy, onClick: (rows) => setCopied([...rows]) },
  ];
  const chosen = { typeId: values['ruleTypeId'] ?? null, itemId: values['ruleItemId'] ?? null };
  return (
    <div className="panel list-page">
      <SidePanel chosen="规则类型" label="规则类型">
        {(close) => (
          <TypeTree
            chosen={chosen}
            counts={types.data ? counts : null}
            onChoose={({ typeId, itemId }) => {
              const { ruleTypeId: _1, ruleItemId: _2, ...rest } = values;
              list.update({ values: { ...rest, ...(itemId ? { ruleItemId: itemId } : typeId ? { ruleTypeId: typeId } : {}) }, page: 1 });
              close();
            }}
          />
        )}
      </SidePanel>
      <>
        <ListActions<Row> list={list} />
        {copied && <CopyRules rules={copied} onClose={() => setCopied(null)} />}
        <EntityTable<Row> list={list} actions={actions} batch={batch} />
        <DetailDrawer<Row> list={list} facts={facts}>
          {(row: Detail) => <Found rule={row} />}
        </DetailDrawer>
      </>
    </div>
  );
}

/** What a rule found so far. */
function Found({ rule }: { rule: Detail }) {
  const can = useCan();
  if (!rule.lastReportId) return null;
  return (
    <>
      {can(api.rule.trend) && <Trend ruleId={rule.id} />}
      {rule.lastErrorCount && can(api.report.rows) ? (
        <section className="quality-detail-rows" aria-label="不合格的行">
          <h3>不合格的行</h3>
          <BadRows reportId={rule.lastReportId} total={rule.lastErrorCount} />
        </section>
      ) : null}
    </>
  );
}
