import { CloseOutlined } from '@ant-design/icons';
import { Fragment } from 'react';
import type { Shape } from '../../core/tile/shape.ts';
import type { ClickedValue, TileFeed } from './tiles.ts';
import { useFeedState } from './use-feed-state.ts';
import './view.css';

interface ChipBarProps {
  feed: TileFeed;
  shape: Shape;
}

const textOf = (value: ClickedValue['value']): string => (value === null || value === '' ? '（空白）' : String(value));

/** The way down of one tile: a click on a step goes back to it. */
function DrillChip({ feed, tileKey, name, path }: { feed: TileFeed; tileKey: string; name: string; path: readonly ClickedValue[] }) {
  return (
    <span className="view-chip">
      <b>{name} 下钻</b>
      <button type="button" onClick={() => feed.setDrill(tileKey, [])}>
        全部
      </button>
      {path.map((step, n) => (
        <Fragment key={`${step.col}-${n}`}>
          <span aria-hidden>›</span>
          {n < path.length - 1 ? (
            <button type="button" onClick={() => feed.setDrill(tileKey, path.slice(0, n + 1))}>
              {textOf(step.value)}
            </button>
          ) : (
            <span>{textOf(step.value)}</span>
          )}
        </Fragment>
      ))}
      <button type="button" aria-label={`返回上一层：${name}`} onClick={() => feed.setDrill(tileKey, path.slice(0, -1))}>
        <CloseOutlined />
      </button>
    </span>
  );
}

/** What clicks have set, one chip each; every step can be undone by itself. Nothing while nothing is set. */
export function ChipBar({ feed, shape }: ChipBarProps) {
  const { links, drills } = useFeedState(feed);
  const [linked, drilled] = [Object.entries(links), Object.entries(drills)];
  if (linked.length + drilled.length === 0) return null;
  const nameOf = (key: string): string => shape.tiles.get(key)?.name ?? '';
  const clear = () => {
    for (const [key] of drilled) feed.setDrill(key, []);
    for (const [key] of linked) feed.setLink(key, []);
  };
  return (
    <div className="view-chips">
      {drilled.map(([key, path]) => (
        <DrillChip key={`d-${key}`} feed={feed} tileKey={key} name={nameOf(key)} path={path} />
      ))}
      {linked.map(([key, values]) => (
        <span key={`l-${key}`} className="view-chip">
          <b>{nameOf(key)} 联动</b>
          <span>{values.map(({ value }) => textOf(value)).join('、')}</span>
          <button type="button" aria-label={`取消筛选：${nameOf(key)}`} onClick={() => feed.setLink(key, [])}>
            <CloseOutlined />
          </button>
        </span>
      ))}
      {linked.length + drilled.length > 1 && (
        <span className="view-chip">
          <button type="button" onClick={clear}>
            全部取消
          </button>
        </span>
      )}
    </div>
  );
}
