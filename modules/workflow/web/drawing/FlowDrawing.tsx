import { CheckOutlined } from '@ant-design/icons';
import { useEffect, useMemo, useRef } from 'react';
import { useNow } from '#kit/web/parts/use-now.ts';
import { serverNow } from '#kit/web/server-clock.ts';
import { wordOf } from '../instance/steps.ts';
import { lineOf, stripOf, type Strip, type StripItem, type Track } from './flow-strip.ts';
import './flow-drawing.css';

const ROW = { head: 44, gap: 14, edge: 14 } as const;

/** Middle of a row. */
const middle = (lane: number): number => ROW.edge + ROW.head / 2 + lane * (ROW.head + ROW.gap);

/** The process of an instance from left to right: past ways solid, expected ones dashed. */
export function FlowDrawing({ track }: { track: Track }) {
  const strip = useMemo(() => stripOf(track, serverNow()), [track]);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const now = frame.current?.querySelector<HTMLElement>('.fd-now, .fd-late');
    if (frame.current && now) frame.current.scrollLeft = now.offsetLeft - (frame.current.clientWidth - now.offsetWidth) / 2;
  }, [strip]);
  const { layout } = strip;
  const size = { width: layout.width, height: middle(layout.lanes - 1) + ROW.head / 2 + ROW.edge };
  return (
    <div className="flow-drawing" ref={frame} tabIndex={0} role="group" aria-label="流程进展">
      <div style={size}>
        <Ways strip={strip} {...size} />
        <ol>
          {strip.items.map((item) => (
            <Item key={item.id} item={item} place={layout.places.get(item.id)!} />
          ))}
        </ol>
      </div>
    </div>
  );
}

function Ways({ strip, width, height }: { strip: Strip; width: number; height: number }) {
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden>
      {strip.layout.ways.map(({ from, to, points }) => {
        const line = points.map(([x, lane]) => [x, middle(lane)] as const);
        const [x, y] = line.at(-1)!;
        return (
          <g key={`${from} ${to}`} className={strip.taken.has(`${from} ${to}`) ? 'taken' : undefined}>
            <polyline points={line.map((point) => point.join()).join(' ')} />
            <path d={`M${x - 6} ${y - 4}L${x - 1} ${y}L${x - 6} ${y + 4}`} />
          </g>
        );
      })}
    </svg>
  );
}

interface ItemProps {
  item: StripItem;
  place: { x: number; lane: number };
}
function Item({ item, place }: ItemProps) {
  const now = useNow();
  const { shape, state, step, node, width } = item;
  const height = shape === 'step' ? ROW.head : width;
  const style = { left: place.x, top: middle(place.lane) - height / 2, width, height };
  const name = step?.name ?? node.name;
  if (shape !== 'step')
    return (
      <li className={`fd-${shape} fd-${state} ${shape === 'gate' ? gateClass(node.kind) : ''}`} style={style} title={name || undefined}>
        <span>{shape === 'point' && name}</span>
      </li>
    );
  const word = step ? wordOf(step) : '';
  const text = lineOf(item, now);
  return (
    <li className={`fd-step fd-${state}`} style={style} title={[name, word, step?.people.join('、')].filter(Boolean).join(' · ')}>
      <b>{name}</b>
      <span>{text || word}</span>
      <em className="sr-only">{word}</em>
      {state === 'done' && <CheckOutlined className="fd-check" aria-hidden />}
    </li>
  );
}
const gateClass = (kind: string): string => (kind.startsWith('parallel') ? 'fd-parallel' : 'fd-exclusive');
