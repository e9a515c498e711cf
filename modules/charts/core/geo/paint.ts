import type { ChartConfig } from '../../contract/chart.ts';
import { gradientColor, alpha, contrast, textColorOn, mix } from '#kit/core/color.ts';
import type { ResolvedTheme } from '../look/resolve-theme.ts';
import { severityColorOf, severityOfMeasure } from '../look/meaning.ts';

/** Colours of a map on its ground. */
export interface MapPalette {
  /** from little to much, as many as there are classes */
  readonly ramp: readonly string[];
  /** an area without a value, and the hatching on it */
  readonly none: string;
  readonly hatch: string;
  readonly border: string;
  /** outer coast line and frame of the inset */
  readonly rim: string;
  readonly land: string;
  /** water inside the frame of the inset */
  readonly sea: string;
  readonly label: string;
  readonly halo: string;
  readonly hover: string;
  readonly chosen: string;
  readonly dash: string;
  /** sides of the raised map, from below to above */
  readonly sides: readonly [string, string, string];
}

/** One hue (205–215°) from little to much; the first step stays clearly apart from areas without a value. */
const RAMPS = {
  light: ['#CBE1F5', '#98C3EA', '#629FDA', '#357BC0', '#16568F'],
  dark: ['#1D466E', '#24659E', '#2F86CA', '#55AAE8', '#9AD3FA'],
  screen: ['#10457F', '#1562B0', '#1E88DC', '#42B3F2', '#8ADCFB'],
} as const;

const isPlain = (config: ChartConfig): boolean => ['default', 'ocean', ''].includes(config.theme);

/** The colours of a map: amber to red where its measure counts what is late or overdue, else by the look; by the colours that the builder gave, when there are any. */
export function mapPalette(config: ChartConfig, look: ResolvedTheme, steps: number, measure = ''): MapPalette {
  const isScreen = look.surface === 'screen';
  const own = config.options.map?.ramp;
  const severity = severityOfMeasure(measure);
  const late = severity && severityColorOf(look, severity);
  const base =
    own && own.length > 1
      ? own
      : late
        ? [0.25, 0.44, 0.62, 0.8, 1].map((part) => mix(look.palette.surface, late, part))
        : !isPlain(config)
          ? look.ramp
          : RAMPS[isScreen ? 'screen' : look.isDark ? 'dark' : 'light'];
  const ramp =
    steps === base.length ? base : Array.from({ length: steps }, (_, i) => gradientColor(base, steps === 1 ? 0.6 : i / (steps - 1)));
  const { palette } = look;
  if (isScreen)
    return {
      ramp,
      none: '#0B2148',
      hatch: alpha('#5F93D6', 0.28),
      border: alpha('#8FD0FF', 0.55),
      rim: '#7FE3FF',
      land: '#1B4F92',
      sea: alpha('#071B3F', 0.72),
      label: '#EAF6FF',
      halo: alpha('#03102B', 0.85),
      hover: mix(look.accent, look.gold, 0.35),
      chosen: look.gold,
      dash: '#9BE4FF',
      sides: ['#06234F', '#0A3A7C', '#0F55AB'],
    };
  return {
    ramp,
    none: look.isDark ? '#222A35' : '#F3F4F6',
    hatch: look.isDark ? alpha('#8E99AB', 0.28) : alpha('#98A1B2', 0.4),
    border: look.isDark ? '#11161D' : '#FFFFFF',
    rim: look.isDark ? '#5C6B80' : '#8EA0B8',
    land: look.isDark ? '#2B3542' : '#E4E9F0',
    sea: look.isDark ? '#171C24' : '#F7FAFD',
    label: palette.ink,
    halo: alpha(look.isDark ? '#0D1015' : '#FFFFFF', 0.75),
    hover: mix(ramp.at(-1) ?? look.accent, look.gold, 0.55),
    chosen: look.gold,
    dash: look.isDark ? '#9DB0C8' : '#5B6B82',
    sides: look.isDark ? ['#151B23', '#1D2530', '#26303D'] : ['#B6C2D2', '#C6D0DD', '#D5DDE7'],
  };
}

/** Ink for a name on a filled area, and the halo that keeps it readable across a border. */
export function nameOn(
  fill: string,
  { halo }: MapPalette,
  look: ResolvedTheme,
): { color: string; textBorderColor: string; textBorderWidth: number } {
  if (look.surface === 'screen') {
    const isBright = contrast(fill, '#FFFFFF') < 2.6;
    return isBright
      ? { color: '#02203E', textBorderColor: 'transparent', textBorderWidth: 0 }
      : { color: '#F2FAFF', textBorderColor: halo, textBorderWidth: 2 };
  }
  const ink = textColorOn(fill, '#1A2433', '#FFFFFF');
  return {
    color: ink,
    textBorderColor: ink === '#FFFFFF' ? alpha('#0B2A4A', 0.5) : alpha('#FFFFFF', 0.45),
    textBorderWidth: ink === '#FFFFFF' ? 2 : 1,
  };
}
