import { useEffect, useMemo, useState } from 'react';
import { inOneScale } from '#modules/charts/core/index.ts';
import { loadMap, type GeoMap } from '#modules/charts/web/parts.ts';
import { placeCallouts, type Callout } from '../../core/drawings/callouts.ts';
import { paceSeverity } from '../../core/drawings/pace.ts';
import { AreaShapes, SeaInset, type Fill } from './CalloutLand.tsx';
import { areaOf, fillSteps, pictureOf, type Picture } from './callout-picture.ts';
import { Notice } from './Notice.tsx';
import { flag, num, partsOf, percentText, str, textOf, valueOf, type Column, type Row, type Table } from './read.ts';
import type { DataProps } from './types.ts';
import { severityTone, shortened } from './wall-parts.ts';

const LABEL_H = 58;
const GAP = 10;

interface Spot {
  readonly key: string;
  readonly row: Row;
  readonly x: number;
  readonly y: number;
}
/** Named rows as dots on the map; dots of one area stand side by side. */
function spotsOf(table: Table, geo: GeoMap, picture: Picture): Spot[] {
  const [areaDim, nameDim] = table.dims;
  const used = new Map<string, number>();
  return table.rows.flatMap((row, i): Spot[] => {
    const area = areaOf(geo, textOf(row, areaDim));
    const isNamed = !nameDim || (row[nameDim.at] !== null && row[nameDim.at] !== '');
    if (!area || area.isInset || !isNamed) return [];
    const place = used.get(area.adcode) ?? 0;
    used.set(area.adcode, place + 1);
    const [x, y] = picture.pixel(area.center);
    return [{ key: String(i), row, x: x + (place % 2 ? 1 : -1) * Math.ceil(place / 2) * 26, y: y + Math.ceil(place / 2) * 14 }];
  });
}

function useGeo(adcode: string): { geo: GeoMap | null; hasFailed: boolean; again: () => void } {
  const [geo, setGeo] = useState<GeoMap | null>(null);
  const [failed, setFailed] = useState('');
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    loadMap(adcode).then(
      (found) => isCurrent && setGeo(found),
      () => isCurrent && setFailed(adcode),
    );
    return () => {
      isCurrent = false;
    };
  }, [adcode, turn]);
  const again = () => {
    setFailed('');
    setTurn((before) => before + 1);
  };
  return { geo, hasFailed: failed === adcode, again };
}

/** A map whose places are told beside it: labels in columns, leaders that do not cross, fill by amount, dots by severity. */
export function CalloutMap(own: DataProps) {
  const area = str(own.props, 'area');
  const { geo, hasFailed, again } = useGeo(/^\d{6}$/.test(area) ? area : '100000');
  if (hasFailed) return <Notice kind="error" title="地图未取到" retry={again} />;
  return geo ? <CalloutScene {...own} geo={geo} /> : null;
}

const sizeOf = (count: number | null, most: number): number => 12 + (count === null || most <= 0 ? 0 : Math.sqrt(count / most) * 18);

function CalloutScene({ node, props, table, onRow, isChosen, geo }: DataProps & { geo: GeoMap }) {
  const rail = num(props, 'rail');
  const picture = useMemo(() => pictureOf(geo, { w: node.w, h: node.h, rail }), [geo, node.w, node.h, rail]);
  const [fillBy, valueBy] = table.measures;
  const main = valueBy ?? fillBy;
  const spots = useMemo(() => spotsOf(table, geo, picture), [table, geo, picture]);
  const kept = useMemo(
    () => spots.toSorted((a, b) => (valueOf(b.row, main) ?? 0) - (valueOf(a.row, main) ?? 0)).slice(0, num(props, 'most')),
    [spots, main, props],
  );
  const callouts = useMemo(
    () => placeCallouts(kept, { size: { w: rail, h: LABEL_H }, gap: GAP, columns: picture.columns }),
    [kept, picture, rail],
  );
  const amounts = useMemo(() => amountsByArea(table, geo), [table, geo]);
  const fill = useMemo((): Fill => fillSteps(amounts), [amounts]);
  const named = new Set(kept.map(({ row }) => areaOf(geo, textOf(row, table.dims[0]))?.adcode));
  return (
    <svg
      className="sw-callouts"
      width={node.w}
      height={node.h}
      role="img"
      aria-label={`${geo.name}地图：${kept.map(({ row }) => nameOf(table, row)).join('，')}`}
    >
      <AreaShapes geo={geo} picture={picture} fill={fill} names={flag(props, 'names') ? named : null} callouts={callouts} />
      {flag(props, 'inset') && geo.sea && <SeaInset geo={geo} picture={picture} fill={fill} />}
      {flag(props, 'legend') && fillBy && (
        <FillLegend fill={fill} column={oneUnit(fillBy, [...amounts.values()])} label={str(props, 'valueLabel') || fillBy.name} />
      )}
      <Labels {...{ table, props, callouts, kept, onRow, isChosen }} />
    </svg>
  );
}

const oneUnit = (column: Column, values: readonly (number | null)[]): Column =>
  column.format
    ? {
        ...column,
        format: inOneScale({ ...column.format, scale: column.format.scale === 'none' ? 'none' : 'auto' }, [
          Math.max(0, ...values.map((value) => value ?? 0)),
        ]),
      }
    : column;
const nameOf = (table: Table, row: Row): string => textOf(row, table.dims[1] ?? table.dims[0]);

/** The amounts that areas are filled by: those of the rows without a name where there are such rows, else of all. */
function amountsByArea(table: Table, geo: GeoMap): Map<string, number> {
  const [areaDim, nameDim] = table.dims;
  const bare = nameDim ? table.rows.filter((row) => row[nameDim.at] === null || row[nameDim.at] === '') : [];
  const found = new Map<string, number>();
  for (const row of bare.length > 0 ? bare : table.rows) {
    const area = areaOf(geo, textOf(row, areaDim));
    const value = valueOf(row, table.measures[0]);
    if (area && value !== null) found.set(area.adcode, (found.get(area.adcode) ?? 0) + value);
  }
  return found;
}

interface LabelsProps extends Pick<DataProps, 'table' | 'props' | 'onRow' | 'isChosen'> {
  callouts: readonly Callout[];
  kept: readonly Spot[];
}
function Labels({ table, props, callouts, kept, onRow, isChosen }: LabelsProps) {
  const rail = num(props, 'rail');
  const [fillBy, valueBy, rateBy, countBy] = table.measures;
  const main = valueBy ?? fillBy;
  const byKey = new Map(kept.map((spot) => [spot.key, spot]));
  const most = Math.max(0, ...kept.map(({ row }) => valueOf(row, countBy) ?? 0));
  const anyChosen = kept.some(({ row }) => isChosen(row));
  return (
    <>
      {callouts.map((callout) => {
        const { row, x, y } = byKey.get(callout.key)!;
        return (
          <Label
            key={callout.key}
            callout={callout}
            name={nameOf(table, row)}
            value={
              main
                ? textOf(
                    row,
                    oneUnit(
                      main,
                      kept.map((spot) => valueOf(spot.row, main)),
                    ),
                  )
                : ''
            }
            rate={rateBy ? valueOf(row, rateBy) : null}
            count={countBy ? `${str(props, 'countLabel') || countBy.name} ${partsOf(valueOf(row, countBy), countBy).digits}` : ''}
            tone={rateBy ? severityTone(paceSeverity(valueOf(row, rateBy), 1) ?? 1) : 'var(--s-accent)'}
            dot={{ x, y, r: sizeOf(valueOf(row, countBy), most) }}
            w={rail}
            dimmed={anyChosen && !isChosen(row) ? '' : undefined}
            onClick={onRow ? () => onRow(row) : undefined}
          />
        );
      })}
    </>
  );
}

interface LabelProps {
  callout: Callout;
  name: string;
  value: string;
  rate: number | null;
  count: string;
  tone: string;
  dot: { x: number; y: number; r: number };
  w: number;
  dimmed: string | undefined;
  onClick: (() => void) | undefined;
}
function Label({ callout, name, value, rate, count, tone, dot, w, dimmed, onClick }: LabelProps) {
  const { left, top, leader } = callout;
  const path = leader.map(([x, y], i) => `${i ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
  return (
    <g onClick={onClick} data-dimmed={dimmed} className="sw-callout">
      <path d={path} className="sw-leader" />
      <circle cx={dot.x} cy={dot.y} r={dot.r} fill={tone} fillOpacity=".24" />
      <circle cx={dot.x} cy={dot.y} r="6" fill={tone} className="sw-callout-dot" />
      <rect x={left - 4} y={top - 2} width={w + 4} height={LABEL_H + 4} className="sw-callout-ground" />
      <rect x={left} y={top + 2} width="4" height={LABEL_H - 4} fill={tone} />
      <text x={left + 14} y={top + 23} className="sw-callout-name">
        {shortened(name, w - 120, 18)}
      </text>
      <text x={left + w} y={top + 24} textAnchor="end" className="sw-callout-value">
        {value}
      </text>
      {rate !== null && (
        <text x={left + 14} y={top + 50} className="sw-callout-note" style={{ fill: tone }}>
          {percentText(rate, 0)}
        </text>
      )}
      <text x={left + w} y={top + 50} textAnchor="end" className="sw-callout-note">
        {count}
      </text>
    </g>
  );
}

function FillLegend({ fill, column, label }: { fill: Fill; column: Column; label: string }) {
  return (
    <g className="sw-map-legend">
      <text x="0" y="18">
        {label}（{partsOf(fill.bounds.at(-1) ?? 0, column).unit}）
      </text>
      {fill.tones.map((tone, i) => (
        <g key={i} transform={`translate(${i * 72} 30)`}>
          <rect width="70" height="9" fill={tone} />
          <text y="29">
            {i === 0 ? '无' : `${partsOf(fill.bounds[i - 1] ?? 0, column).digits}${i === fill.tones.length - 1 ? ' 内' : ''}`}
          </text>
        </g>
      ))}
    </g>
  );
}
