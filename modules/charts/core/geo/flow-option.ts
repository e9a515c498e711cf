import type { Option } from '../option/built.ts';
import { figure } from '../option/model.ts';
import { flowsOf, hubOf } from './flows.ts';
import { lineSeries, movingSeries, placeSeries } from './flow-series.ts';
import { areaSeries, baseGeo, missingLine, prepareMap, sheetsOf, type MapBuilt, type MapOptions } from './map-option.ts';
import { insetGeo, sceneOf } from './scene.ts';
import { notesOf } from './values.ts';

/** Flows that one picture takes; the smallest ones beyond are left out and counted. */
const MAX_FLOWS = 200;

/** Flows from province to province or city to city over the plain map. */
export function flowMapOption(options: MapOptions): MapBuilt {
  // the areas themselves carry no figures here
  const prepared = { ...prepareMap({ ...options, data: { ...options.data, rows: [] } }), measure: undefined };
  const full = prepareMap(options).draw;
  const { map, palette } = prepared;
  const all = flowsOf(full.model, map);
  const flows = all.flows.slice(0, MAX_FLOWS);
  const hub = hubOf(all, map, options.config.options.map?.hub);
  const measure = full.model.measures[0];
  const scene = sceneOf(full, map, palette);
  const rest = full.model.rows.length > 0 ? all.flows.length - flows.length : 0;
  const joined = { ...prepared.joined, unknown: all.unknown, mixed: [] };
  const series: Option[] = [
    areaSeries(prepared, scene, () => palette.land, { silent: true, tooltip: { show: false }, emphasis: { disabled: true } }),
    lineSeries({ draw: full, flows, measure, scene }),
    ...placeSeries({ draw: full, places: all.places, hub, measure, scene, palette }).series,
    ...movingSeries({ draw: full, flows, hub, scene }),
  ];
  for (const row of (series[0] as { data: Option[] }).data) if (row.itemStyle) delete (row.itemStyle as Option).decal;
  const others = all.places.filter((one) => one !== hub);
  const lead = flows.slice(0, 5).map(({ from, to, value }) => `${from.name}到${to.name} ${figure(value, measure)}`);
  return {
    engine: 'geo',
    sheets: sheetsOf(map),
    notes: [...notesOf(joined), ...(rest > 0 ? [`只画出最大的 ${MAX_FLOWS} 条流向，另有 ${rest} 条`] : [])],
    option: {
      ...scene.title,
      tooltip: { trigger: 'item', confine: true },
      aria: { enabled: true, decal: { show: false } },
      geo: [baseGeo(prepared, scene), ...insetGeo(map, scene, palette, palette.land)],
      series,
      graphic: [...scene.graphics, ...missingLine({ ...prepared, joined }, scene, 8)],
    },
    pick: ({ seriesIndex, dataIndex }) =>
      seriesIndex === 1
        ? [...(flows[dataIndex]?.clicked ?? [])]
        : seriesIndex === 2
          ? [...(others[dataIndex]?.clicked ?? [])]
          : seriesIndex === 3
            ? [...(hub?.clicked ?? [])]
            : [],
    summary: `${map.name}流向图，${measure?.name ?? ''}：${lead.join('，') || '暂无数据'}`,
    isEmpty: false,
  };
}
