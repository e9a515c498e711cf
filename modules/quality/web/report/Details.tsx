import { Table, Tabs, type TableProps } from 'antd';
import { useState } from 'react';
import { DictTag } from '#kit/web/dict/DictTag.tsx';
import { count } from '#kit/web/format.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Missing } from '#kit/web/Tag.tsx';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { BadRows } from '../BadRows.tsx';
import { Level } from '../Level.tsx';
import { STATE_TONES } from '../tones.ts';

const NUMBER = { align: 'right' as const, width: 84 };

type Result = CallReply<typeof api.report.detail>[string][number];
const COLUMNS: TableProps<Result>['columns'] = [
  { title: '规则', width: 210, dataIndex: 'ruleName', ellipsis: true },
  { title: '级别', width: 68, render: (_, row) => <Level id={row.ruleLevelId} name={row.ruleLevelName} /> },
  { title: '数据表', width: 170, ellipsis: true, render: (_, row) => <span className="mono">{row.ruleTable}</span> },
  {
    title: '字段',
    width: 120,
    ellipsis: true,
    render: (_, row) => (row.ruleColumn ? <span className="mono">{row.ruleColumn}</span> : <Missing />),
  },
  { title: '结果', width: 88, render: (_, row) => <DictTag code="quality_report_state" value={row.state} tones={STATE_TONES} /> },
  { title: '核查数', ...NUMBER, render: (_, row) => (row.checkTotalCount === null ? <Missing /> : count(row.checkTotalCount)) },
  {
    title: '不合规数',
    ...NUMBER,
    render: (_, row) =>
      row.checkErrorCount === null ? (
        <Missing />
      ) : (
        <span className={row.checkErrorCount > 0 ? 'quality-bad' : ''}>{count(row.checkErrorCount)}</span>
      ),
  },
  { title: '说明', dataIndex: 'checkResult', ellipsis: true },
];

/** Results of a day by type; a press on a row with errors shows them in place. */
export function Details({ checkDate }: { checkDate: string }) {
  const types = useCall(api.ruleType.list, {}, { staleTime: 60_000 });
  const answer = useCall(api.report.detail, { query: { checkDate } }, { keepPrevious: true });
  const [chosen, setChosen] = useState('');
  if (answer.isError) return <StateView kind="error" className="panel" error={answer.error} onRetry={() => void answer.refetch()} />;
  if (!answer.data || !types.data) return <StateView kind="loading" className="panel" shape="rows" rows={6} />;
  const withRows = types.data.filter(({ code }) => (answer.data[code]?.length ?? 0) > 0);
  const active = withRows.some(({ code }) => code === chosen) ? chosen : (withRows[0]?.code ?? '');
  const rows = answer.data[active] ?? [];
  return (
    <section className="panel quality-details" aria-label="核查明细">
      <Tabs
        activeKey={active}
        onChange={setChosen}
        items={types.data.map(({ code, name }) => {
          const failed = answer.data[code]?.filter(({ state }) => state === 'fail').length ?? 0;
          return {
            key: code,
            label: `${name} ${answer.data[code]?.length ?? 0}${failed > 0 ? `（${failed} 未过）` : ''}`,
            disabled: !answer.data[code]?.length,
          };
        })}
      />
      <Table
        size="small"
        rowKey="id"
        scroll={{ x: 1080 }}
        locale={{ emptyText: '当天没有核查结果' }}
        dataSource={rows}
        pagination={{ pageSize: 20, hideOnSinglePage: true, size: 'small', showSizeChanger: false }}
        expandable={{
          rowExpandable: (row) => row.hasRows,
          expandRowByClick: true,
          expandedRowRender: (row) => <BadRows reportId={row.id} total={row.checkErrorCount} most={20} />,
        }}
        columns={COLUMNS}
      />
    </section>
  );
}
