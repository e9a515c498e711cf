import type { CSSProperties } from 'react';
import type { Format } from '#modules/datasets/contract/field.ts';
import { inOneScale } from '#modules/charts/core/index.ts';
import { colorOf } from '../stage/themes.ts';
import { Delta, Digits, StatusLight, Spark } from './parts.tsx';
import { flag, kpiOf, targetVerdict, num, partsOf, str } from './read.ts';
import type { DataProps } from './types.ts';
import { useRowFormat } from './use-row-format.ts';

/** A figure under the main one is told in its unit, unless next to nothing of it would be left. */
const besideIt = (own: Format | null, main: Format | null, values: (number | null)[]): Format | null =>
  own?.scale === 'auto' && main && own.unit === main.unit && inOneScale(own, values).scale === main.scale ? main : own;

/** One figure: digits that roll on change, unit at a third of their size, change with its judgement, target with a light, trend. */
export function Kpi({ node, props, config, feed, table, onRow }: DataProps) {
  const kpi = kpiOf(table, { pick: str(props, 'pick'), second: str(props, 'second') });
  const format = useRowFormat(config, feed, node, kpi.column);
  const column = kpi.column && { ...kpi.column, format };
  const size = num(props, 'size');
  const { digits, unit } = partsOf(kpi.value, column, { unit: str(props, 'unit'), digits: num(props, 'digits') });
  const goodWhen = str(props, 'goodWhen');
  const hasTarget = flag(props, 'target') && kpi.target !== null;
  const target = partsOf(kpi.target, column, { unit: str(props, 'unit'), digits: num(props, 'digits') });
  const hasChange = kpi.change.ratio !== null || kpi.change.diff !== null;
  const style = { '--k': colorOf(props.color, 'accent') } as CSSProperties;
  // condensed digits are 0.44 em wide, letters of the unit as wide as high
  const taken = 18 + digits.length * size * 0.45 + unit.length * Math.max(16, size / 3) + 18;
  const sparkW = Math.min(110, node.w - taken - 12);
  const row = table.rows.at(-1);
  return (
    <div
      className="sw-kpi"
      data-look={str(props, 'look')}
      data-align={str(props, 'align')}
      style={style}
      onClick={onRow && row ? () => onRow(row) : undefined}
    >
      <div className="sw-kpi-name">
        <span>{str(props, 'label') || kpi.column?.name}</span>
        {hasTarget && <StatusLight verdict={targetVerdict(kpi.value, kpi.target, goodWhen)} />}
      </div>
      <div className="sw-kpi-value" style={{ fontSize: size, lineHeight: `${Math.round(size * 1.08)}px` }}>
        <Digits text={digits} />
        <small style={{ fontSize: Math.max(16, Math.round(size / 3)), lineHeight: 1 }}>{unit}</small>
      </div>
      {(hasChange || hasTarget || notesOf(kpi).length > 0) && (
        <div className="sw-kpi-foot">
          {hasChange && (
            <span>
              {str(props, 'deltaLabel')} <Delta change={kpi.change} goodWhen={goodWhen} />
            </span>
          )}
          {hasTarget && (
            <span className="sw-kpi-target">
              {str(props, 'targetLabel')}{' '}
              <b>
                {target.digits}
                {target.unit !== unit && target.unit}
              </b>
            </span>
          )}
          <Notes kpi={kpi} format={format} />
        </div>
      )}
      {flag(props, 'spark') && kpi.trend.length > 1 && sparkW >= 36 && (
        <Spark values={kpi.trend} color="var(--k)" w={sparkW} h={Math.min(38, node.h * 0.34)} />
      )}
    </div>
  );
}

/** A rate without cases has no value: under a figure nothing says more than a dash. */
const notesOf = ({ notes }: ReturnType<typeof kpiOf>) => notes.filter(({ value }) => value !== null);

/** Figures that stand under the main one. */
function Notes({ kpi, format }: { kpi: ReturnType<typeof kpiOf>; format: Format | null }) {
  return notesOf(kpi).map(({ column, value }) => {
    const parts = partsOf(value, { ...column, format: besideIt(column.format ?? null, format, [kpi.value, value]) });
    return (
      <span key={column.key} className="sw-kpi-target">
        {column.name}{' '}
        <b>
          {parts.digits}
          {parts.unit}
        </b>
      </span>
    );
  });
}
