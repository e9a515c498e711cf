import { useEffect, useEffectEvent, useImperativeHandle, useLayoutEffect, useRef, useState, type Ref, type RefObject } from 'react';
import type { Instance } from '#kit/web/chart/plot-engine.ts';
import type { Built, Hit, Option, Size } from '../../core/option/index.ts';
import { themeFor, type ResolvedTheme, type Surface } from '../../core/look/resolve-theme.ts';
import type { ClickedValue } from '../tile/tiles.ts';
import { ENGINES } from './engines.ts';
import { merged } from './merged.ts';

/** Milliseconds after the last change of size. */
const RESIZE_MS = 100;
const DIGITS = '500 12px "Barlow Condensed"';
const DIGITS_MS = 300;

/** The digits of screens come in a face of their own (modules/screens/web/stage). True where there is none. */
const hasDigits = (): boolean => document.fonts?.check(DIGITS, '0') ?? true;
/** Asks for it and waits a little: with it at hand the chart is drawn once, not twice. */
async function awaitDigits(surface: Surface): Promise<void> {
  if (surface !== 'screen' || hasDigits()) return;
  const loaded = document.fonts.load(DIGITS, '0').catch(() => []);
  await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, DIGITS_MS))]);
}
/** Draws a chart of a screen once more when the face of its digits came after its first picture. */
function useLateDigits(instance: Instance | null, surface: Surface, latest: () => Built | null): void {
  const redraw = useEffectEvent(() => {
    const built = latest();
    if (instance && !instance.isDisposed() && built && !built.isEmpty)
      instance.setOption({ ...built.option, animation: false }, { notMerge: true });
  });
  useEffect(() => {
    if (!instance || surface !== 'screen' || hasDigits()) return;
    let isGone = false;
    void document.fonts.ready.then(() => {
      if (!isGone) redraw();
    });
    return () => {
      isGone = true;
    };
  }, [instance, surface]);
}

/** Pictures of a chart for exports and thumbnails. */
export interface ChartHandle {
  /** the chart as a PNG data address, so many pixels per pixel */
  toPng(ratio: number): Promise<string>;
}
/** What was clicked, and where on the page. */
export interface ChartPoint {
  readonly values: ClickedValue[];
  readonly x: number;
  readonly y: number;
  /** asked for the menu (the other mouse button), not for what a click does */
  readonly isMenu?: boolean;
}

/** Size of an element in its own pixels, followed; null until it has one. */
export function useSize(ref: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  // before the first picture: what is drawn waits for it
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const measure = () => {
      const [w, h] = [element.clientWidth, element.clientHeight];
      if (w > 0 && h > 0) setSize((before) => (before && before.w === w && before.h === h ? before : { w, h }));
    };
    measure();
    let isFirst = true;
    const observer = new ResizeObserver(() => {
      clearTimeout(timer);
      if (isFirst) measure();
      else timer = setTimeout(measure, RESIZE_MS);
      isFirst = false;
    });
    observer.observe(element);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [ref]);
  return size;
}

interface ChartProps {
  readonly built: Built | null;
  /** the same chart without animation and controls, for pictures */
  readonly still: () => Built;
  readonly look: ResolvedTheme;
  readonly size: Size | null;
  /** what stays the same while only data change: a new one draws everything anew */
  readonly shape: unknown;
  readonly ratio: number;
  /** drawn as SVG: sharp on paper, and its words can be selected and found */
  readonly isVector?: boolean;
  readonly onPoint?: (point: ChartPoint) => void;
  readonly handle?: Ref<ChartHandle>;
}

/** Ground of pictures: what a chart stands on where it has no ground of its own. */
const surfaceOf = (look: ResolvedTheme): string => look.background ?? (look.surface === 'page' ? look.palette.surface : 'transparent');

/**
 * Draws a built chart on an element and keeps it: new data are merged into what is there (no flash, no entrance), another look or size is drawn
 * over without animation, another engine or pixel ratio makes a new instance.
 */
export function useCanvas(
  ref: RefObject<HTMLDivElement | null>,
  { built, still, look, size, shape, ratio, isVector, onPoint, handle }: ChartProps,
) {
  const [instance, setInstance] = useState<Instance | null>(null);
  const [isFailed, setFailed] = useState(false);
  const now = useRef({ built, still, look, size, onPoint });
  const drawn = useRef<{ instance: Instance; shape: unknown; look: ResolvedTheme; size: Size; option: Option } | null>(null);
  useEffect(() => {
    now.current = { built, still, look, size, onPoint };
  });

  const engine = built && !built.isEmpty ? built.engine : null;
  const hasSize = size !== null;
  useEffect(() => {
    const element = ref.current;
    if (!element || !engine || !hasSize) return;
    let chart: Instance | null = null;
    let isGone = false;
    const start = async () => {
      const vector = isVector && import('#kit/web/chart/vector-engine.ts');
      const [{ init }] = await Promise.all([ENGINES[engine](), vector, awaitDigits(now.current.look.surface)]);
      if (isGone) return;
      chart = init(element, themeFor(now.current.look), { devicePixelRatio: ratio, renderer: isVector ? 'svg' : 'canvas' });
      listen(chart, () => now.current);
      setInstance(chart);
    };
    start().catch(() => setFailed(true));
    return () => {
      isGone = true;
      chart?.dispose();
      drawn.current = null;
      setInstance(null);
    };
  }, [ref, engine, hasSize, ratio, isVector]);

  useEffect(() => {
    if (!instance || instance.isDisposed() || !built || built.isEmpty || !size) return;
    const before = drawn.current?.instance === instance ? drawn.current : null;
    if (before && before.look !== look) instance.setTheme(themeFor(look), { silent: true });
    if (before && (before.size.w !== size.w || before.size.h !== size.h)) instance.resize({ silent: true });
    const isSame = before !== null && before.shape === shape && before.look === look && before.size === size;
    if (isSame) {
      const { option, replaceMerge } = merged(before.option, built);
      instance.setOption(option, { replaceMerge });
    } else if (before || look.surface === 'screen') {
      // the nodes of a screen have an entrance already: with that of twenty charts beside it, it would stutter
      instance.setOption({ ...built.option, animation: false }, { notMerge: true });
    } else instance.setOption(built.option, { notMerge: true });
    drawn.current = { instance, shape, look, size, option: built.option };
  }, [instance, built, look, size, shape]);

  useLateDigits(instance, look.surface, () => now.current.built);
  useImperativeHandle(handle, () => ({ toPng: (scale) => picture(now.current, scale) }), []);
  return { isReady: instance !== null, isFailed };
}

type Now = Pick<ChartProps, 'built' | 'still' | 'look' | 'size' | 'onPoint'>;

function listen(chart: Instance, now: () => Now): void {
  for (const kind of ['click', 'contextmenu'] as const) listenTo(chart, kind, now);
}

function listenTo(chart: Instance, kind: 'click' | 'contextmenu', now: () => Now): void {
  const tell = (values: ChartPoint['values'], mouse: MouseEvent | undefined) => {
    if (values.length === 0) return;
    const isMenu = kind === 'contextmenu';
    if (isMenu) mouse?.preventDefault();
    now().onPoint?.({ values, x: mouse?.clientX ?? 0, y: mouse?.clientY ?? 0, isMenu });
  };
  chart.on(kind, (event) => {
    const { built, onPoint } = now();
    if (!onPoint || !built || event.componentType !== 'series') return;
    const hit: Hit = { seriesIndex: event.seriesIndex ?? 0, dataIndex: event.dataIndex, dataType: event.dataType, data: event.data };
    tell(built.pick(hit), (event.event as unknown as { event?: MouseEvent } | undefined)?.event);
  });
  // a line is thin and its points are hidden: a click beside them means the category under the pointer
  chart.getZr().on(kind, (event: { target?: unknown; offsetX: number; offsetY: number; event: unknown }) => {
    const { built, onPoint } = now();
    const at = [event.offsetX, event.offsetY];
    if (event.target || !onPoint || !built?.pickCategory || !chart.containPixel('grid', at)) return;
    const index = chart.convertFromPixel({ gridIndex: 0 }, at)[built.pickCategory.axis === 'x' ? 0 : 1];
    const values = index === undefined ? [] : built.pickCategory.of(Math.round(index));
    tell(values, event.event as MouseEvent);
  });
}

/** The chart in full, drawn once more beside the page: whatever animation or zoom is on, the picture shows all of it. */
async function picture({ built, still, look, size }: Now, scale: number): Promise<string> {
  if (!built || built.isEmpty || !size) return '';
  const { init } = await ENGINES[built.engine]();
  const element = document.createElement('div');
  Object.assign(element.style, { width: `${size.w}px`, height: `${size.h}px`, position: 'fixed', left: '-99999px', top: '0' });
  document.body.append(element);
  const chart = init(element, themeFor(look), { devicePixelRatio: scale });
  try {
    const finished = new Promise<void>((resolve) => {
      chart.on('finished', () => resolve());
      setTimeout(resolve, 2000);
    });
    chart.setOption({ ...still().option, animation: false });
    await finished;
    return chart.getDataURL({ type: 'png', pixelRatio: scale, backgroundColor: surfaceOf(look) });
  } finally {
    chart.dispose();
    element.remove();
  }
}
