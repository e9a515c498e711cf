import { useId, type CSSProperties } from 'react';
import { colorOf } from '../stage/themes.ts';
import { Pages } from './Pages.tsx';
import { Delta } from './parts.tsx';
import { changeOf, flag, isTarget, num, partsOf, str, textOf, valueOf, type Row, type Table } from './read.ts';
import type { DataProps } from './types.ts';
import { usePaging } from './use-paging.ts';

interface Place {
  readonly row: Row;
  readonly no: number;
}
/** Rows by their value, best first, with their places. */
export function placesOf(table: Table): Place[] {
  const [main] = table.measures;
  return table.rows
    .toSorted((a, b) => (valueOf(b, main) ?? -Infinity) - (valueOf(a, main) ?? -Infinity))
    .map((row, i) => ({ row, no: i + 1 }));
}

/** A ranking: medals for the first three, bars with a comet's head, change and target tick, pages that turn. */
export function Rank({ node, props, table, onRow, isChosen }: DataProps) {
  const [name] = table.dims;
  const [main, second, third] = table.measures;
  const places = placesOf(table);
  const size = num(props, 'page');
  const { rows, page, pages, turnTo, hover } = usePaging(places, size, num(props, 'seconds'));
  const secondIsTarget = isTarget(second);
  const targetColumn = secondIsTarget ? second : third;
  const targets = flag(props, 'target') ? places.map(({ row }) => valueOf(row, targetColumn) ?? 0) : [];
  const max = num(props, 'max') || Math.max(...places.map(({ row }) => valueOf(row, main) ?? 0), ...targets, 0) * 1.04 || 1;
  const rowH = (node.h - (pages > 1 ? 18 : 0)) / Math.max(1, Math.min(size, Math.max(places.length, 3)));
  const medal = Math.min(34, Math.max(24, rowH * 0.62));
  return (
    <div className="sw-rank" {...hover}>
      <div className="sw-rank-rows" key={page}>
        {rows.map(({ row, no }) => {
          const value = valueOf(row, main);
          const parts = partsOf(value, main, { unit: str(props, 'unit') });
          const target = flag(props, 'target') ? valueOf(row, targetColumn) : null;
          const share = Math.min(1, Math.max(0, (value ?? 0) / max));
          const ink = no <= 3 && flag(props, 'medals') ? [`var(--s-gold)`, '#D5E6FA', '#F2A873'][no - 1]! : colorOf(props.color, 'accent');
          return (
            <div
              key={no}
              className="sw-rank-row"
              data-chosen={isChosen(row) ? '' : undefined}
              style={{ height: rowH, gridTemplateColumns: `${medal}px 1fr auto`, '--k': ink } as CSSProperties}
              onClick={onRow ? () => onRow(row) : undefined}
            >
              {flag(props, 'medals') ? <Medal no={no} size={medal} /> : <span className="sw-rank-no">{no}</span>}
              <span className="sw-rank-name">{textOf(row, name)}</span>
              <span className="sw-rank-value">
                {flag(props, 'delta') && !secondIsTarget && (
                  <Delta change={changeOf(value, valueOf(row, second), second)} goodWhen={str(props, 'goodWhen')} />
                )}
                <b>{parts.digits}</b>
                {parts.unit && <small>{parts.unit}</small>}
              </span>
              <span className="sw-rank-bar">
                <i style={{ width: `${share * 100}%` }} data-comet={flag(props, 'comet') ? '' : undefined} />
                {target !== null && target > 0 && (
                  <u
                    style={{ left: `${Math.min(1, target / max) * 100}%` }}
                    data-reached={(value ?? 0) >= target ? '' : undefined}
                    title={`目标 ${partsOf(target, main).digits}`}
                  />
                )}
              </span>
            </div>
          );
        })}
      </div>
      <Pages page={page} pages={pages} turnTo={turnTo} />
    </div>
  );
}

const METALS = [
  ['#FFF3C9', '#FFD257', '#B9750A', '#4A2A00'],
  ['#FFFFFF', '#CFDDEE', '#7389A6', '#1C2D45'],
  ['#FFE0C4', '#F2A873', '#A0561F', '#3B1600'],
] as const;
/** A shield with wings for the first three, a quiet plate for the others. */
function Medal({ no, size }: { no: number; size: number }) {
  const metal = METALS[no - 1];
  // of two with one name the browser takes the first, which may stand on a page that is not shown
  const id = useId();
  return (
    <svg className="sw-medal" width={size} height={size} viewBox="0 0 36 36" aria-label={`第 ${no} 名`}>
      {metal ? (
        <>
          <defs>
            <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
              <stop offset="0" stopColor={metal[0]} />
              <stop offset=".45" stopColor={metal[1]} />
              <stop offset="1" stopColor={metal[2]} />
            </linearGradient>
          </defs>
          <path d="M1 11l6 3v9l-3 3C2 22 1 17 1 11zM35 11l-6 3v9l3 3c2-4 3-9 3-15z" fill={metal[2]} opacity=".85" />
          <path d="M18 2l11 5v12c0 7-5 11-11 15C12 30 7 26 7 19V7z" fill={`url(#${id})`} />
          <path
            d="M18 4.6l8.6 3.9V19c0 5.6-3.8 8.9-8.6 12.2C13.200 27.900 9.400 24.600 9.400 19V8.500z"
            fill="none"
            stroke={metal[0]}
            strokeOpacity=".75"
          />
          <text x="18" y="23" fill={metal[3]}>
            {no}
          </text>
        </>
      ) : (
        <>
          <path d="M9 6h18l4 12-4 12H9L5 18z" fill="var(--s-line)" fillOpacity=".2" stroke="var(--s-line)" strokeOpacity=".5" />
          <text x="18" y="24" fill="var(--s-text2)">
            {no}
          </text>
        </>
      )}
    </svg>
  );
}
