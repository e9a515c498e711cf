import { useCallback, useMemo, useState } from 'react';
import { AREAS, isProvince, NATION } from '../../core/geo/areas.ts';
import { flowMapOption } from '../../core/geo/flow-option.ts';
import { mapOption } from '../../core/geo/map-option.ts';
import { resolveArea } from '../../core/geo/resolve.ts';
import { areaShown, provincesWithCities } from '../../core/geo/values.ts';
import { modelOf } from '../../core/option/model.ts';
import type { Built, DrawOptions } from '../../core/option/index.ts';
import { CanvasChart, type CanvasProps } from '../chart/CanvasChart.tsx';
import type { ChartPoint } from '../chart/use-canvas.ts';
import { useMap } from './use-map.ts';
import './map.css';

/**
 * A map or a flow map. When the answer holds cities, a click on a province opens it, and the path at the top leads back; what was clicked
 * is told to `onPoint` as with every chart.
 */
export function MapChart(props: Omit<CanvasProps, 'build'>) {
  const { config, data, onPoint } = props;
  const [asked, setAsked] = useState<{ of: string; adcode: string } | null>(null);
  const base = areaShown(config, data);
  // a path belongs to the map that it began on
  const opened = asked?.of === base ? asked.adcode : null;
  const area = opened ?? base;
  const { geo, isFailed } = useMap(area);
  const canOpen = useMemo(
    () =>
      config.chartType === 'map' && config.options.map?.drill !== false && base === NATION
        ? provincesWithCities(modelOf(config, data))
        : new Set<string>(),
    [config, data, base],
  );
  const build = useCallback(
    (options: DrawOptions): Built =>
      config.chartType === 'flowMap'
        ? flowMapOption({ ...options, geo: geo! })
        : mapOption({ ...options, geo: geo!, isOpened: geo!.adcode !== base }),
    [config.chartType, geo, base],
  );
  const point = (at: ChartPoint) => {
    const code = resolveArea(at.values[0]?.value);
    const province = code && area === NATION ? `${code.slice(0, 2)}0000` : null;
    if (province && isProvince(province) && canOpen.has(province)) setAsked({ of: base, adcode: province });
    onPoint?.(at);
  };
  return (
    <>
      {geo && <CanvasChart {...props} build={build} onPoint={onPoint || canOpen.size > 0 ? point : undefined} />}
      {!geo && isFailed && <div className="viz-note">地图加载失败，请刷新页面重试</div>}
      {opened && !props.still && (
        <nav className="viz-map-path" aria-label="地图路径">
          <button type="button" onClick={() => setAsked(null)}>
            全国
          </button>
          <span aria-hidden>›</span>
          <span aria-current="location">{AREAS.get(opened)?.name}</span>
        </nav>
      )}
    </>
  );
}
