import { useMemo, useRef, type Ref } from 'react';
import type { ChartConfig } from '../../contract/chart.ts';
import type { ChartData } from '#modules/datasets/contract/query.ts';
import type { ResolvedTheme } from '../../core/look/resolve-theme.ts';
import { numberParts } from '../../core/look/format.ts';
import { kpiOf, type KpiSide } from '../../core/option/kpi.ts';
import type { ClickedValue } from '../tile/tiles.ts';
import type { ChartHandle, ChartPoint } from './use-canvas.ts';
import { pointHandlers } from './point-handlers.ts';
import { useHtmlHandle } from './use-html-handle.ts';
import { useRoll } from './use-roll.ts';

/** What the types that are HTML get. */
export interface HtmlChartProps {
  config: ChartConfig;
  data: ChartData;
  look: ResolvedTheme;
  still: boolean;
  selected?: readonly ClickedValue[] | null;
  onPoint?: (point: ChartPoint) => void;
  handle?: Ref<ChartHandle>;
}

/** One large figure with what it is compared with, its way so far or its target. */
export function KpiChart({ config, data, look, still, onPoint, handle }: HtmlChartProps) {
  const root = useRef<HTMLDivElement>(null);
  useHtmlHandle(handle, root, look);
  const kpi = useMemo(() => kpiOf(config, data, look), [config, data, look]);
  const shown = useRoll(kpi?.value ?? null, still);
  if (!kpi) return <div className="viz-note">暂无数据</div>;
  const { digits, unit } = numberParts(shown, kpi.format, kpi.modifier);
  return (
    <div ref={root} className="viz-kpi" data-variant={kpi.variant} {...pointHandlers(onPoint, () => kpi.clicked)}>
      {(kpi.isNamed || kpi.at) && (
        <div className="viz-kpi-name" title={kpi.isNamed ? kpi.name : undefined}>
          {kpi.isNamed && kpi.name}
          {kpi.at && <span className="viz-kpi-at">{kpi.at}</span>}
        </div>
      )}
      <div className="viz-kpi-value" style={kpi.color ? { color: kpi.color } : undefined}>
        {digits}
        {unit && <small>{unit}</small>}
      </div>
      {kpi.part !== null && (
        <div
          className="viz-kpi-bar"
          role="progressbar"
          aria-valuenow={Math.round(kpi.part * 100)}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-label={kpi.name}
        >
          <span style={{ width: `${Math.min(100, Math.max(0, kpi.part * 100))}%`, background: kpi.partColor }} />
        </div>
      )}
      {kpi.sides.length > 0 && (
        <div className="viz-kpi-sides">
          {kpi.sides.map(({ key, ...side }) => (
            <Side key={key} {...side} />
          ))}
        </div>
      )}
      {kpi.variant === 'trend' && kpi.line && (
        <svg className="viz-kpi-line" viewBox="0 0 100 30" preserveAspectRatio="none" aria-hidden="true">
          <path d={kpi.line.area} fill={look.accent} opacity={0.14} />
          <path
            d={kpi.line.path}
            fill="none"
            stroke={look.accent}
            strokeWidth={2}
            vectorEffect="non-scaling-stroke"
            strokeLinejoin="round"
          />
        </svg>
      )}
    </div>
  );
}

const ARROW = { up: '▲', down: '▼', flat: '' };
const Side = ({ name, text, trend, color }: Omit<KpiSide, 'key'>) => (
  <span className="viz-kpi-side">
    {name}{' '}
    <b style={{ color }}>
      {trend && <i>{ARROW[trend]}</i>}
      {text}
    </b>
  </span>
);
