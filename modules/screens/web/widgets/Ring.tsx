import { Digits, VERDICT_COLOR } from './parts.tsx';
import { neutral } from '../stage/themes.ts';
import { flag, MAX_RINGS, num, partsOf, shareOf, str, textOf, valueOf, type Column, type Row, type Table } from './read.ts';
import type { DataProps } from './types.ts';

interface Ringed {
  readonly name: string;
  readonly value: number | null;
  readonly column: Column;
  readonly row: Row | undefined;
}
/** Up to four figures: one for each of the first rows, or one for each measure. */
export function ringsOf(table: Table): Ringed[] {
  const [name] = table.dims;
  const [main] = table.measures;
  if (!main) return [];
  if (name) return table.rows.slice(0, MAX_RINGS).map((row) => ({ name: textOf(row, name), value: valueOf(row, main), column: main, row }));
  const row = table.rows[0];
  return table.measures.slice(0, MAX_RINGS).map((column) => ({ name: column.name, value: valueOf(row, column), column, row }));
}

/** One to four rings of progress, side by side or nested. */
export function Ring({ node, props, table, onRow }: DataProps) {
  const rings = ringsOf(table);
  const most = Math.max(...rings.map(({ value }) => value ?? 0), 0);
  const width = num(props, 'width');
  const share = (one: Ringed) => shareOf(one.value, one.column, num(props, 'max'), most);
  // without an end the ring stays open and the figure is told as it is
  const figure = (one: Ringed): { digits: string; unit: string } => {
    const part = share(one);
    return part === null ? partsOf(one.value, one.column) : { digits: (part * 100).toFixed(num(props, 'digits')), unit: '%' };
  };
  const inkOf = (one: Ringed, i: number): string => {
    if (!flag(props, 'grades')) return neutral(i);
    const part = share(one);
    if (part === null) return neutral(i);
    const at = part * 100;
    const isUp = str(props, 'goodWhen') !== 'down';
    const reached = (line: number) => (isUp ? at >= line : at <= line);
    return VERDICT_COLOR[reached(num(props, 'good')) ? 'good' : reached(num(props, 'warn')) ? 'warn' : 'bad'];
  };
  if (str(props, 'look') === 'nested') {
    const size = Math.min(node.h, node.w * 0.5) - 8;
    return (
      <div className="sw-rings" data-nested="">
        <svg width={size} height={size} viewBox={`0 0 ${size} ${size}`} fill="none">
          {rings.map((one, i) => (
            <Arc
              key={i}
              share={share(one) ?? 0}
              color={inkOf(one, i)}
              r={size / 2 - width / 2 - 4 - i * (width + 7)}
              size={size}
              width={width}
            />
          ))}
        </svg>
        <ul>
          {rings.map((one, i) => (
            <li key={i} style={{ color: inkOf(one, i) }}>
              <span>{one.name}</span>
              <b>
                {figure(one).digits}
                <small>{figure(one).unit}</small>
              </b>
            </li>
          ))}
        </ul>
      </div>
    );
  }
  const size = Math.min(node.w / Math.max(1, rings.length) - 14, node.h - 4);
  return (
    <div className="sw-rings">
      {rings.map((one, i) => (
        <div key={i} style={{ width: size, height: size }} onClick={onRow && one.row ? () => onRow(one.row!) : undefined}>
          <svg width={size} height={size} viewBox={`0 0 ${size} ${size}`} fill="none" aria-hidden>
            <Arc share={share(one) ?? 0} color={inkOf(one, i)} r={size / 2 - width / 2 - 4} size={size} width={width} ticks />
          </svg>
          <p>
            <b style={{ fontSize: Math.round(size * 0.23) }}>
              <Digits text={figure(one).digits} />
              <small>{figure(one).unit}</small>
            </b>
            <span>{one.name}</span>
          </p>
        </div>
      ))}
    </div>
  );
}

function Arc({
  share,
  color,
  r,
  size,
  width,
  ticks = false,
}: {
  share: number;
  color: string;
  r: number;
  size: number;
  width: number;
  ticks?: boolean;
}) {
  const around = 2 * Math.PI * r;
  const c = size / 2;
  const angle = share * 2 * Math.PI - Math.PI / 2;
  return (
    <g>
      {ticks && (
        <circle cx={c} cy={c} r={r - width - 1} stroke="var(--s-line)" strokeOpacity=".45" strokeWidth="4" strokeDasharray="1.500 5" />
      )}
      <circle cx={c} cy={c} r={r} stroke="var(--s-line)" strokeOpacity=".2" strokeWidth={width} />
      <circle
        className="sw-arc"
        cx={c}
        cy={c}
        r={r}
        stroke={color}
        strokeWidth={width}
        strokeLinecap={share > 0 ? 'round' : 'butt'}
        strokeDasharray={`${around * share} ${around}`}
        transform={`rotate(-90 ${c} ${c})`}
        style={{ filter: `drop-shadow(0 0 5px ${color})` }}
      />
      {share > 0.02 && share < 1 && (
        <circle cx={c + r * Math.cos(angle)} cy={c + r * Math.sin(angle)} r={width * 0.3} fill="var(--s-text)" />
      )}
    </g>
  );
}
