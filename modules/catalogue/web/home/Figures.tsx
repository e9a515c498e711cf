import type { Reply } from '#kit/contract/route.ts';
import { count } from '#kit/web/format.ts';
import { Delta } from '#kit/web/parts/Delta.tsx';
import { FigureStrip, type Figure } from '#kit/web/parts/FigureStrip.tsx';
import type { home } from '../../contract/home.ts';

export type Overview = Reply<typeof home.overview>;

/** Change of the number of tables over the days of the trend; null where there is no earlier day. */
function grown({ trend }: Overview): number | null {
  const [first, last] = [trend[0], trend.at(-1)];
  return first && last && trend.length > 1 ? last.tables - first.tables : null;
}

/** The numbers on top, each the way to what it counts. */
export function Figures({ data }: { data: Overview }) {
  const { coverage, failedCount, freshness } = data;
  const growth = grown(data);
  const figures: Figure[] = [
    {
      label: '数据源',
      value: count(data.sourceCount),
      unit: '个',
      to: failedCount > 0 ? '/metadata/datasource?q=isSync:3' : '/metadata/datasource',
      note: failedCount > 0 ? <span className="md-home-failed">{failedCount} 个同步失败</span> : `24 小时内同步 ${freshness.day} 个`,
    },
    {
      label: '数据表',
      value: count(coverage.tables),
      unit: '张',
      to: '/metadata/datacolumn',
      note:
        growth === null ? (
          `有说明 ${count(coverage.described)} 张`
        ) : (
          <Delta value={growth} unit="张" goodWhen="none" digits={0} label="近 30 天" />
        ),
    },
    {
      label: '字段',
      value: count(coverage.columns),
      unit: '个',
      to: '/metadata/datacolumn?show=columns',
      note: `已分级 ${count(coverage.classifiedColumns)} 个`,
    },
    {
      label: '近 30 天读取',
      value: count(coverage.reads),
      unit: '次',
      to: '/metadata/datacolumn?q=hasReads:1&sort=-heat',
      note: `涉及 ${count(coverage.tables - coverage.unread)} 张表`,
    },
    {
      label: '无人使用',
      value: count(coverage.unread),
      unit: '张',
      to: '/metadata/datacolumn?q=hasReads:0',
      note: '近 30 天没有读取',
    },
  ];
  return <FigureStrip label="元数据概况" figures={figures} />;
}
