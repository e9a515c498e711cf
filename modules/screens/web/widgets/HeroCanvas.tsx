import { useContext, useEffect, useMemo, useRef, useState } from 'react';
import type { ChartConfig } from '#modules/charts/contract/chart.ts';
import { fontSans, palette } from '#kit/web/theme.ts';
import { resolveTheme, themeFor } from '#modules/charts/core/index.ts';
import type { Props } from '../../core/widgets.ts';
import {
  areaShown,
  heroMapOption,
  loadMap,
  type GeoMap,
  type MapBuilt,
  init,
  registerSheets,
  type Instance,
} from '#modules/charts/web/parts.ts';
import { EffectsContext, ScaleContext } from '../stage/stage-context.ts';
import { chartColors } from '../stage/themes.ts';
import { Notice } from './Notice.tsx';
import { flag, num, str } from './read.ts';
import type { DataProps } from './types.ts';

/** The map settings of the widget as those of a chart. */
function configOf(chart: ChartConfig, props: Props): ChartConfig {
  return {
    ...chart,
    chartType: 'map',
    options: {
      ...chart.options,
      legend: { ...chart.options.legend, show: flag(props, 'legend') },
      map: {
        ...chart.options.map,
        area: /^\d{6}$/.test(str(props, 'area')) ? str(props, 'area') : '100000',
        drill: flag(props, 'drill'),
        label: flag(props, 'label'),
        edge: flag(props, 'edge'),
        inset: flag(props, 'inset'),
        steps: num(props, 'steps'),
        hub: str(props, 'hub') || null,
      },
    },
  };
}

function useGeo(adcode: string): { geo: GeoMap | null; hasFailed: boolean; again: () => void } {
  const [state, setState] = useState<{ adcode: string; geo: GeoMap | null; hasFailed: boolean }>({
    adcode: '',
    geo: null,
    hasFailed: false,
  });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    loadMap(adcode).then(
      (geo) => isCurrent && setState({ adcode, geo, hasFailed: false }),
      () => isCurrent && setState({ adcode, geo: null, hasFailed: true }),
    );
    return () => {
      isCurrent = false;
    };
  }, [adcode, turn]);
  // the map before stays until the next one is here
  return { geo: state.geo, hasFailed: state.hasFailed && state.adcode === adcode, again: () => setTurn((before) => before + 1) };
}

const FRAME_MS = 30;
/** Moving light needs 30 frames per second, not 60: half the work of the wall's computer. */
function slowDown(chart: Instance): void {
  const { animation } = chart.getZr();
  const update = animation.update.bind(animation);
  let before = 0;
  animation.update = (isSilent) => {
    const now = performance.now();
    if (now - before < FRAME_MS) return;
    before = now;
    update(isSilent);
  };
}

/** The map itself: kept while data change, so that nothing flashes; drawn anew for another area, size or density. */
export function HeroCanvas({ node, props, config: screen, data, onValues }: DataProps) {
  const scale = useContext(ScaleContext);
  const isStill = useContext(EffectsContext) === 'off';
  const isClickable = onValues !== null;
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<Instance | null>(null);
  const act = useRef<{ built: MapBuilt | null; onValues: DataProps['onValues'] }>({ built: null, onValues: null });
  const config = useMemo(() => (node.chart ? configOf(node.chart, props) : null), [node.chart, props]);
  const look = useMemo(
    () =>
      resolveTheme({
        surface: 'screen',
        mode: 'dark',
        palette: palette.dark,
        font: fontSans,
        theme: screen.theme,
        colors: chartColors(screen.theme),
      }),
    [screen.theme],
  );
  const base = config?.options.map?.area ?? '100000';
  // after a drill the answer holds cities of one province: then its map is shown
  const area = config ? areaShown(config, data) : base;
  const { geo, hasFailed, again } = useGeo(area);
  const built = useMemo(
    () =>
      config && geo
        ? heroMapOption(heroOptionsOf({ config, data, look, geo, node, props, isStill, isClickable, isOpened: geo.adcode !== base }))
        : null,
    [config, data, look, geo, node, props, isStill, isClickable, base],
  );
  useEffect(() => {
    act.current = { built, onValues };
  }, [built, onValues]);

  const ratio = Math.max(1, window.devicePixelRatio * scale);
  const shape = `${ratio}|${node.w}|${node.h}|${screen.theme}|${geo?.adcode}`;
  const drawn = useRef('');
  useEffect(() => {
    const element = box.current;
    if (!element || !built) return;
    registerSheets(built.sheets);
    const isNew = drawn.current !== shape || !chart.current;
    if (isNew) {
      chart.current?.dispose();
      chart.current = init(element, themeFor(look), { devicePixelRatio: ratio, width: node.w, height: node.h });
      slowDown(chart.current);
      chart.current.on('click', (event) => {
        const { built: now, onValues: click } = act.current;
        const values = now?.pick({ seriesIndex: event.seriesIndex ?? 0, dataIndex: event.dataIndex } as Parameters<MapBuilt['pick']>[0]);
        if (values && values.length > 0) click?.(values);
      });
      drawn.current = shape;
    }
    chart.current!.setOption(
      isNew ? built.option : { ...built.option, animation: false },
      isNew ? { notMerge: true } : { replaceMerge: ['series', 'geo'] },
    );
  }, [built, shape, look, ratio, node.w, node.h]);
  useEffect(
    () => () => {
      chart.current?.dispose();
      chart.current = null;
    },
    [],
  );
  if (hasFailed) return <Notice kind="error" title="地图未取到" retry={again} />;
  return <div ref={box} className="sw-hero-map" role="img" aria-label={built?.summary ?? '地图'} />;
}

type HeroInput = Pick<DataProps, 'node' | 'props' | 'data'> & {
  config: ChartConfig;
  look: ReturnType<typeof resolveTheme>;
  geo: GeoMap;
  isStill: boolean;
  isClickable: boolean;
  isOpened: boolean;
};
const heroOptionsOf = ({
  config,
  data,
  look,
  geo,
  node,
  props,
  isStill,
  isClickable,
  isOpened,
}: HeroInput): Parameters<typeof heroMapOption>[0] => ({
  config,
  data,
  look,
  geo,
  isStill,
  isClickable,
  isOpened,
  size: { w: node.w, h: node.h },
  hub: str(props, 'hub') || null,
  mostFlows: flag(props, 'flow') ? num(props, 'points') : 0,
  edge: flag(props, 'edge'),
  legend: flag(props, 'legend'),
});
