// The parts of ECharts that maps need; loaded when the first map is shown.
import { EffectScatterChart, LinesChart, MapChart, ScatterChart } from 'echarts/charts';
import { AriaComponent, GeoComponent, GraphicComponent, TitleComponent, TooltipComponent } from 'echarts/components';
import * as core from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import type { Sheet } from '../../core/geo/geo-map.ts';

core.use([
  EffectScatterChart,
  LinesChart,
  MapChart,
  ScatterChart,
  AriaComponent,
  GeoComponent,
  GraphicComponent,
  TitleComponent,
  TooltipComponent,
  CanvasRenderer,
]);

const known = new Set<string>();
/** Makes maps known to the library, each once; keys begin with `cn`, never the library's own `china`. */
export function registerSheets(sheets: readonly Sheet[]): void {
  for (const { key, json } of sheets) {
    if (known.has(key)) continue;
    known.add(key);
    core.registerMap(key, { geoJSON: json } as unknown as Parameters<typeof core.registerMap>[1]);
  }
}
export const init = core.init;
export type Instance = core.ECharts;
