import { Table } from 'antd';
import { count } from '#kit/web/format.ts';
import { Panel } from '#kit/web/parts/Panel.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { Level } from '../Level.tsx';

const NO_RESULTS = { emptyText: '当天没有核查结果' };
const NUMBER = { align: 'right' as const, width: 110 };
const bad = (value: number) => <span className={value > 0 ? 'quality-bad' : ''}>{count(value)}</span>;

/** The two sums of a day: by source and level, by type and rule. */
export function Sums({ checkDate }: { checkDate: string }) {
  const bySource = useCall(api.report.bySource, { query: { checkDate } }, { keepPrevious: true });
  const byType = useCall(api.report.byType, { query: { checkDate } }, { keepPrevious: true });
  return (
    <div className="quality-two">
      <Panel title="按数据源与级别" note={checkDate}>
        {bySource.isError ? (
          <StateView kind="error" inline error={bySource.error} onRetry={() => void bySource.refetch()} />
        ) : (
          <Table
            size="small"
            pagination={false}
            locale={NO_RESULTS}
            loading={!bySource.data}
            rowKey={(row) => `${row.ruleSourceId} ${row.ruleLevelId}`}
            dataSource={bySource.data}
            columns={[
              { title: '数据源', dataIndex: 'ruleSource', ellipsis: true },
              { title: '级别', width: 90, render: (_, row) => <Level id={row.ruleLevelId} name={row.ruleLevelName} /> },
              { title: '规则', ...NUMBER, width: 70, dataIndex: 'ruleCount' },
              { title: '核查数', ...NUMBER, render: (_, row) => count(row.checkTotalCount) },
              { title: '不合规数', ...NUMBER, render: (_, row) => bad(row.checkErrorCount) },
            ]}
          />
        )}
      </Panel>
      <Panel title="按类型与规则" note={checkDate}>
        {byType.isError ? (
          <StateView kind="error" inline error={byType.error} onRetry={() => void byType.refetch()} />
        ) : (
          <Table
            size="small"
            locale={NO_RESULTS}
            pagination={{ pageSize: 8, hideOnSinglePage: true, size: 'small', showSizeChanger: false }}
            loading={!byType.data}
            rowKey="checkRuleId"
            dataSource={byType.data}
            columns={[
              { title: '类型', width: 80, dataIndex: 'ruleTypeName' },
              { title: '规则', dataIndex: 'ruleName', ellipsis: true },
              { title: '核查数', ...NUMBER, render: (_, row) => count(row.checkTotalCount) },
              { title: '不合规数', ...NUMBER, render: (_, row) => bad(row.checkErrorCount) },
            ]}
          />
        )}
      </Panel>
    </div>
  );
}
