import { count } from '#kit/web/format.ts';
import type { Column, RowOf } from '#kit/web/table/types.ts';
import { Missing } from '#kit/web/Tag.tsx';
import type { api } from './api.ts';
import { Level } from './Level.tsx';
import { STATE_TONES } from './tones.ts';

export type ReportRow = RowOf<typeof api.report>;

const amount = (value: number | null) => (value === null ? <Missing /> : count(value));
/** Columns of a result, wherever results are listed. */
export const REPORT_COLUMNS: readonly Column<ReportRow>[] = [
  { field: 'ruleName', title: '规则名称', width: 220 },
  { field: 'ruleTypeName', title: '类型', width: 80, priority: 2 },
  { field: 'ruleSource', title: '数据源', width: 130, priority: 3 },
  { field: 'ruleTable', title: '数据表', width: 180, kind: 'mono' },
  { field: 'ruleColumn', title: '字段', width: 130, kind: 'mono' },
  { field: 'ruleLevelName', title: '级别', width: 80, render: (row) => <Level id={row.ruleLevelId} name={row.ruleLevelName} /> },
  { field: 'state', title: '结果', width: 96, priority: 1, dict: 'quality_report_state', tones: STATE_TONES },
  {
    field: 'checkTotalCount',
    title: '核查数',
    width: 96,
    kind: 'number',
    sort: true,
    priority: 1,
    render: (row) => amount(row.checkTotalCount),
  },
  {
    field: 'checkErrorCount',
    title: '不合规数',
    width: 96,
    kind: 'number',
    sort: true,
    priority: 1,
    render: (row) => <span className={row.checkErrorCount ? 'quality-bad' : ''}>{amount(row.checkErrorCount)}</span>,
  },
  { field: 'checkDate', title: '核查时间', width: 150, kind: 'time', sort: true },
];
