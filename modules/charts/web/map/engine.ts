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

/** What the library keeps of a drawn shape: whether it is to be painted again, and the hatching over it. */
interface Drawn {
  __dirty: number;
  _decalEl?: Drawn;
}
const REDRAW = 1;
// the class of all shapes is not among what the library hands out
const shapes = Object.getPrototypeOf(core.graphic.CompoundPath.prototype) as Drawn & { update(this: Drawn): void };
const { update } = shapes;
// The library takes every hatching for changed whenever it looks at it, so that a map with an area without data was painted anew for each
// frame of the comets above it. A hatching changes with its shape.
shapes.update = function (this: Drawn) {
  const isKnown = this._decalEl !== undefined;
  const isChanged = (this.__dirty & REDRAW) !== 0;
  update.call(this);
  if (isKnown && !isChanged && this._decalEl) this._decalEl.__dirty &= ~REDRAW;
};

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
