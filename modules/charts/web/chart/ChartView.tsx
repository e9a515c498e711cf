import { lazy, Suspense, useMemo, useRef, type ComponentType, type Ref } from 'react';
import { useColorMode } from '#kit/web/color-mode.ts';
import { useReducedMotion } from '#kit/web/reduced-motion.ts';
import { fontSans, palette as pagePalette } from '#kit/web/theme.ts';
import type { ChartTypeKey } from '../../contract/chart-types.ts';
import type { ChartConfig } from '../../contract/chart.ts';
import type { ChartData } from '#modules/datasets/contract/query.ts';
import { resolveTheme, type Surface } from '../../core/look/resolve-theme.ts';
import { themeOf } from '../../core/look/themes.ts';
import { noticesOf } from '../../core/option/notices.ts';
import type { ClickedValue } from '../tile/tiles.ts';
import { CanvasChart, type CanvasProps } from './CanvasChart.tsx';
import { PARTS } from './engines.ts';
import type { ChartHandle, ChartPoint } from './use-canvas.ts';
import './chart.css';
import './notices.css';

export type { ChartHandle, ChartPoint } from './use-canvas.ts';

const OTHER_TYPES = Object.fromEntries(Object.entries(PARTS).map(([type, load]) => [type, lazy(load)])) as Partial<
  Record<ChartTypeKey, ComponentType<CanvasProps>>
>;

export interface ChartViewProps {
  config: ChartConfig;
  data: ChartData | null;
  surface: Surface;
  /** light on paper whatever the page is; the mode of the page unless given */
  mode?: 'light' | 'dark';
  /** name of a theme that wins over the chart's own `default` */
  theme?: string | null;
  /** name of a theme whose colours are used, or the colours themselves */
  palette?: string | readonly string[] | null;
  /** no animation and no controls */
  still?: boolean;
  /** for paper: as a drawing whose words can be selected, where the type is not text anyway */
  isVector?: boolean;
  /** how much the chart is enlarged by CSS around it: its canvas is drawn as much finer */
  scale?: number;
  /** clicked values: their marks stay, the others fade */
  selected?: readonly ClickedValue[] | null;
  onPoint?: (point: ChartPoint) => void;
  handle?: Ref<ChartHandle>;
}

/** The same object as long as it says the same, so that parents may make it anew each time. */
function useStable<T>(value: T): T {
  const kept = useRef(value);
  const text = JSON.stringify(value);
  const keptText = useRef(text);
  return useMemo(() => {
    if (keptText.current !== text) {
      keptText.current = text;
      kept.current = value;
    }
    return kept.current;
    // eslint-disable-next-line react/exhaustive-deps
  }, [text]);
}

/** One chart of any type; fills its parent. Loads what the type needs when it is shown. */
export function ChartView({
  config: given,
  data,
  surface,
  mode: givenMode,
  theme,
  palette,
  still = false,
  isVector,
  scale = 1,
  selected,
  onPoint,
  handle,
}: ChartViewProps) {
  const config = useStable(given);
  const chosen = useStable(selected ?? null);
  const pageMode = useColorMode();
  const mode = givenMode ?? pageMode;
  const isCalm = useReducedMotion();
  const name = config.theme !== 'default' ? config.theme : (theme ?? 'default');
  const colors = useStable(config.options.colors?.length ? config.options.colors : typeof palette === 'string' ? null : (palette ?? null));
  const paletteName = typeof palette === 'string' ? palette : null;
  const look = useMemo(() => {
    const options = { surface, mode, palette: pagePalette[mode], font: fontSans, theme: name, colors };
    const plain = resolveTheme(options);
    if (colors || !paletteName) return plain;
    const other = themeOf(paletteName);
    return resolveTheme({ ...options, colors: plain.isDark ? other.dark : other.light });
  }, [surface, mode, name, colors, paletteName]);
  const style = useMemo(() => lookVars(look), [look]);
  const notice = useMemo(() => (data ? noticesOf(config, data).join('；') : ''), [config, data]);
  if (!data) return <div className="viz" style={style} />;
  const common = {
    config,
    data,
    look,
    still: still || isCalm,
    selected: chosen,
    onPoint,
    handle,
    isVector,
    ratio: Math.max(1, window.devicePixelRatio * scale),
  };
  const Other = OTHER_TYPES[config.chartType];
  return (
    <div className={`viz viz-${surface}`} style={style} data-type={config.chartType} data-notice={notice === '' ? undefined : ''}>
      <div className="viz-main">
        <Suspense fallback={null}>{Other ? <Other {...common} /> : <CanvasChart {...common} />}</Suspense>
      </div>
      {notice !== '' && (
        <p className="viz-notice" title={notice}>
          {notice}
        </p>
      )}
    </div>
  );
}

/** The look as CSS variables for the types that are text: `--v-ink`, `--v-accent` … */
const lookVars = (look: ReturnType<typeof resolveTheme>): Record<string, string> => ({
  '--v-ink': look.palette.ink,
  '--v-ink2': look.palette.ink2,
  '--v-ink3': look.palette.ink3,
  '--v-ink4': look.palette.ink4,
  '--v-line': look.palette.line,
  '--v-line-strong': look.palette.lineStrong,
  '--v-surface': look.background ?? (look.surface === 'screen' ? 'transparent' : look.palette.surface),
  '--v-raised': look.palette.raised,
  '--v-hover': look.palette.hover,
  '--v-accent': look.accent,
  '--v-gold': look.gold,
  '--v-good': look.good,
  '--v-warn': look.warn,
  '--v-bad': look.bad,
  '--v-digits': look.digits,
  '--v-text': `${look.text}px`,
  ...(look.background && { background: look.background }),
});
