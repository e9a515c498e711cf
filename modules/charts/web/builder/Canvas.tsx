import { ReloadOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { chartType } from '../../contract/chart-types.ts';
import type { Field } from '#modules/datasets/contract/field.ts';
import { cutText } from '../../core/option/notices.ts';
import { ChartView } from '../chart/ChartView.tsx';
import { TileBody } from '../tile/TileFrame.tsx';
import { useTile, type TileFeed } from '../tile/tiles.ts';
import { useBuild } from './store.ts';
import { TILE } from './use-chart-feed.ts';
import { count } from '#kit/web/format.ts';

interface Props {
  feed: TileFeed;
  /** what is missing before there is a chart */
  lacks: readonly string[];
  /** why there is no data set; null when there is one */
  problem: string | null;
  fields: readonly Field[];
  /** only looked at: no advice on how to go on */
  isRead?: boolean;
}

const CACHE = { miss: '刚刚查询', hit: '缓存', stale: '缓存，正在更新', off: '刚刚查询' } as const;

/** The chart as it will be seen, and below it what the answer cost. */
export function Canvas({ feed, lacks, problem, fields, isRead = false }: Props) {
  const config = useBuild((state) => state.config);
  const { data, status } = useTile(feed, TILE);
  const nameOf = (col: string) => fields.find((field) => field.id === col)?.name ?? col;
  return (
    <section className={isRead ? 'cb-canvas is-read' : 'cb-canvas'} aria-label="图表">
      <div className="cb-paper" aria-busy={status === 'running' || status === 'queued'}>
        {problem !== null ? (
          <div className="cb-guide" role="alert">
            <strong>数据集不可用</strong>
            <ul>
              <li>{problem}</li>
            </ul>
            {!isRead && <span>在左侧另选一个数据集，两者都有的字段会保留</span>}
          </div>
        ) : lacks.length > 0 ? (
          <div className="cb-guide">
            <strong>{chartType(config.chartType).label}</strong>
            <ul>
              {lacks.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
            {!isRead && <span>从左侧拖动字段，或双击字段自动放置</span>}
          </div>
        ) : (
          <div className="cb-chart" data-picture="whole">
            <TileBody feed={feed} tileKey={TILE}>
              {(answer) => <ChartView config={config} data={answer} surface="page" />}
            </TileBody>
          </div>
        )}
      </div>
      <footer className="cb-foot">
        {data && problem === null && lacks.length === 0 && (
          <>
            <span>{count(data.rows.length)} 行</span>
            {data.truncated && <span className="is-warn">{cutText(data, '行')}</span>}
            <span>{data.ms < 1 ? '不到 1' : count(Math.round(data.ms))} 毫秒</span>
            <span>{CACHE[data.cache]}</span>
            {data.spans?.map((span) => (
              <span key={`${span.col}${span.from}`}>
                {nameOf(span.col)}：{span.from} 至 {span.to}
              </span>
            ))}
            <span className="designer-gap" />
            <Tooltip title="重新查询，不用缓存">
              <Button size="small" type="text" icon={<ReloadOutlined />} aria-label="重新查询" onClick={() => feed.refresh([TILE], true)} />
            </Tooltip>
          </>
        )}
      </footer>
    </section>
  );
}
