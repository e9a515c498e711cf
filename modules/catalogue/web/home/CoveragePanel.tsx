import { Progress } from 'antd';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { count } from '#kit/web/format.ts';
import type { Coverage } from '../../contract/home.ts';

const percent = (part: number, whole: number) => (whole === 0 ? 0 : Math.floor((part / whole) * 1000) / 10);

/** How much of the catalogue people have described. */
export function CoveragePanel({ coverage }: { coverage: Coverage }) {
  const rows = [
    { label: '表有说明', part: coverage.described, whole: coverage.tables, unit: '张' },
    { label: '表有负责人', part: coverage.owned, whole: coverage.tables, unit: '张' },
    { label: '表归入主题域', part: coverage.inDomain, whole: coverage.tables, unit: '张' },
    { label: '字段有说明', part: coverage.describedColumns, whole: coverage.columns, unit: '个' },
    { label: '字段已分级', part: coverage.classifiedColumns, whole: coverage.columns, unit: '个' },
  ];
  return (
    <section className="panel">
      <div className="panel-head">治理覆盖率</div>
      {coverage.tables === 0 ? (
        <StateView kind="empty" what="还没有数据表" why="请先登记数据源并同步元数据。" />
      ) : (
        <div className="md-home-coverage">
          {rows.map(({ label, part, whole, unit }) => (
            <div key={label}>
              <span>{label}</span>
              <Progress aria-label={label} percent={percent(part, whole)} showInfo={false} size="small" />
              <b className="num">{percent(part, whole)}%</b>
              <span className="muted num">
                {count(part)} / {count(whole)} {unit}
              </span>
            </div>
          ))}
        </div>
      )}
    </section>
  );
}
