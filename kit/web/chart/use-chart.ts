import { useEffect, useRef, useState, type RefObject } from 'react';
import { useColorMode } from '../color-mode.ts';
import type { Instance } from './engine.ts';
import { chartTheme } from './theme.ts';

/** Debounce of resize events, in milliseconds. */
const RESIZE_MS = 100;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** A random DOM id of 16 characters; starts with a letter so that it is a valid CSS selector. */
export function chartId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte, i) => LETTERS[byte % (i === 0 ? 26 : LETTERS.length)]).join('');
}

/** An ECharts option; its content is prepared in kit/core/chart. */
export type ChartOption = Record<string, unknown>;

interface UseChart {
  /** ref of the element that hosts the chart */
  ref: RefObject<HTMLDivElement | null>;
  id: string;
  /** loading, ready, or why there is no chart */
  state: 'loading' | 'ready' | 'failed';
}

interface ChartHooks {
  /** called with name and series of what was clicked */
  onClick?: (point: { name: string; seriesName: string; value: unknown }) => void;
  /** number of series colours needed */
  series?: number;
  /** needs the lazily loaded chart types (treemap, sankey, graph) */
  isFurther?: boolean;
}

/**
 * Renders an ECharts option into an element: loads ECharts on first use, follows element size and colour mode, disposes on unmount. `null`
 * draws nothing. Memoize the option with `useMemo`.
 */
export function useChart(option: ChartOption | null, { onClick, series, isFurther = false }: ChartHooks = {}): UseChart {
  const ref = useRef<HTMLDivElement>(null);
  const [id] = useState(chartId);
  const [instance, setInstance] = useState<Instance | null>(null);
  const [isFailed, setFailed] = useState(false);
  const mode = useColorMode();
  const look = useRef({ mode, series });
  const click = useRef(onClick);
  useEffect(() => {
    click.current = onClick;
  }, [onClick]);

  const isNeeded = option !== null;
  useEffect(() => {
    const element = ref.current;
    if (!element || !isNeeded) return;
    let chart: Instance | null = null;
    let isGone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new ResizeObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(() => chart?.resize(), RESIZE_MS);
    });
    const start = async () => {
      const { init } = await (isFurther ? import('./further-engine.ts') : import('./engine.ts'));
      if (isGone) return;
      chart = init(element, chartTheme(look.current.mode, look.current.series));
      chart.on('click', (event) => click.current?.({ name: event.name, seriesName: event.seriesName ?? '', value: event.value }));
      observer.observe(element);
      setInstance(chart);
    };
    start().catch(() => setFailed(true));
    return () => {
      isGone = true;
      clearTimeout(timer);
      observer.disconnect();
      chart?.dispose();
      setInstance(null);
    };
  }, [isNeeded, isFurther]);

  useEffect(() => {
    const before = look.current;
    look.current = { mode, series };
    if (instance && (before.mode !== mode || before.series !== series)) instance.setTheme(chartTheme(mode, series));
  }, [instance, mode, series]);

  useEffect(() => {
    if (instance && option) instance.setOption(option, { notMerge: true });
  }, [instance, option]);

  return { ref, id, state: isFailed ? 'failed' : instance ? 'ready' : 'loading' };
}
