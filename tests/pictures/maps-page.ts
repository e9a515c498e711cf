// Draws one map in a real browser; maps.e2e.ts opens it through the development server of Vite.
import { CHINA } from '#modules/charts/core/geo/albers.ts';
import { NATION } from '#modules/charts/core/geo/areas.ts';
import { flowMapOption, heroMapOption, loadMap, mapOption, type MapBuilt } from '#modules/charts/web/map/index.ts';
import { init, registerSheets, type Instance } from '#modules/charts/web/map/engine.ts';
import { answerOf, configOf, lookFor, type Ground } from './maps-data.ts';
import { themeFor } from '#modules/charts/core/look/resolve-theme.ts';

export interface Picture {
  kind: 'map' | 'bubbleMap' | 'flowMap' | 'hero';
  ground: Ground;
  area?: string;
  w: number;
  h: number;
  data?: 'full' | 'some' | 'none' | 'cities';
  selected?: string;
  label?: 'name' | 'nameValue';
}

let chart: Instance | null = null;

async function draw(picture: Picture): Promise<{ notes: readonly string[]; summary: string; option: unknown }> {
  const { kind, ground, area = NATION, w, h, data = 'full' } = picture;
  chart?.dispose();
  const stage = document.querySelector<HTMLElement>('#stage')!;
  const look = lookFor(ground);
  Object.assign(stage.style, {
    width: `${w}px`,
    height: `${h}px`,
    background: ground === 'screen' ? 'radial-gradient(#0a2a63, #030b1e)' : look.palette.surface,
  });
  const geo = await loadMap(area);
  const config = configOf(kind, area, picture.label);
  const options = {
    config,
    data: answerOf(kind, area, data),
    look,
    size: { w, h },
    geo,
    isStill: true,
    ...(picture.selected && { selected: [{ col: 'area', value: picture.selected }] }),
  };
  const built: MapBuilt =
    kind === 'hero'
      ? heroMapOption({ ...options, hub: '广州市', hubName: '总部' })
      : kind === 'flowMap'
        ? flowMapOption(options)
        : mapOption(options);
  registerSheets(built.sheets);
  chart = init(stage, themeFor(look));
  chart.setOption({ ...built.option, animation: false }, { notMerge: true });
  Object.assign(window, { chart, picked: (seriesIndex: number, dataIndex: number) => built.pick({ seriesIndex, dataIndex }) });
  return { notes: built.notes, summary: built.summary, option: JSON.parse(JSON.stringify(built.option)) };
}
Object.assign(window, { draw, flat: CHINA.project });
