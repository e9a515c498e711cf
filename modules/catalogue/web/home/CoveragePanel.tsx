import { Link } from 'react-router';
import { count } from '#kit/web/format.ts';
import { Meter } from '#kit/web/parts/Meter.tsx';
import { Panel } from '#kit/web/parts/Panel.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import type { Coverage } from '../../contract/home.ts';

const TABLES = '/metadata/datacolumn?q=';
const COLUMNS = '/metadata/datacolumn?show=columns&q=';
/** Rounded down: 100 % means that nothing is missing. */
const percent = (part: number, whole: number) => (whole === 0 ? null : Math.floor((part / whole) * 1000) / 10);

/** How much of the catalogue people have described, and the way to what is missing. */
export function CoveragePanel({ coverage }: { coverage: Coverage }) {
  const { tables, columns } = coverage;
  const rows = [
    { label: '表有说明', part: coverage.described, whole: tables, unit: '张', to: `${TABLES}hasDescription:0` },
    { label: '表有负责人', part: coverage.owned, whole: tables, unit: '张', to: `${TABLES}hasOwner:0` },
    { label: '表归入主题域', part: coverage.inDomain, whole: tables, unit: '张', to: `${TABLES}hasDomain:0` },
    { label: '字段有说明', part: coverage.describedColumns, whole: columns, unit: '个', to: `${COLUMNS}hasDescription:0` },
    { label: '字段已分级', part: coverage.classifiedColumns, whole: columns, unit: '个', to: `${COLUMNS}hasLevel:0` },
  ];
  return (
    <Panel title="治理覆盖率" note={tables > 0 && `${count(tables)} 张表 · ${count(columns)} 个字段`}>
      {tables === 0 && (
        <div className="panel-body">
          <StateView kind="empty" inline what="还没有数据表" why="请先登记数据源并同步元数据。" />
        </div>
      )}
      {tables > 0 &&
        rows.map(({ label, part, whole, unit, to }) => (
          <div className="panel-line md-home-coverage" key={label}>
            <span>{label}</span>
            <Meter label={label} value={percent(part, whole)} />
            {part < whole ? (
              <Link to={to}>
                {count(whole - part)} {unit}待补
              </Link>
            ) : (
              <span className="muted">已齐全</span>
            )}
          </div>
        ))}
    </Panel>
  );
}
