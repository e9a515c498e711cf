import type { ChartConfig } from '../../contract/chart.ts';
import type { ChartData, Scalar } from '#modules/datasets/contract/query.ts';
import type { ResolvedTheme } from '../look/resolve-theme.ts';
import { marksOf, type Mark } from '../look/rules.ts';
import { chosenBy, modelOf, type Chosen, type Clicked, type Model } from './model.ts';

/** An option of ECharts. */
export type Option = Record<string, unknown>;
/** Which parts of the library an option needs. */
export type Engine = 'basic' | 'further' | 'words' | 'liquid' | 'geo';

/** What the library says about the mark under the pointer. */
export interface Hit {
  readonly seriesIndex: number;
  readonly dataIndex: number;
  /** `edge` or `node` in sankeys and graphs */
  readonly dataType?: string;
  readonly data?: unknown;
}

/** A chart that is ready to be drawn. */
export interface Built {
  readonly option: Option;
  readonly engine: Engine;
  /** values of the mark that was hit */
  readonly pick: (hit: Hit) => Clicked[];
  /** values of a category of the first axis, for clicks beside the marks */
  readonly pickCategory?: { readonly axis: 'x' | 'y'; readonly of: (index: number) => Clicked[] };
  /** what the picture says, for people who do not see it */
  readonly summary: string;
  /** nothing to draw */
  readonly isEmpty: boolean;
  /** why there is nothing, in a sentence that says what to do; no data unless given */
  readonly why?: string;
}

export interface Size {
  readonly w: number;
  readonly h: number;
}
export interface DrawOptions {
  readonly config: ChartConfig;
  readonly data: ChartData;
  readonly look: ResolvedTheme;
  readonly size: Size;
  readonly selected?: readonly Clicked[] | null;
  /** a click does something: marks show a hand */
  readonly isClickable?: boolean;
  /** no animation, no controls: thumbnails and pictures */
  readonly isStill?: boolean;
  /** on paper nobody turns the pages of a legend: it takes as many lines as it needs */
  readonly isPaper?: boolean;
}

/** What the builders of all types work with. */
export interface Draw extends DrawOptions {
  readonly model: Model;
  readonly chosen: Chosen;
  /** how the rules of the chart mark a value of a column */
  readonly markOf: (key: string, value: Scalar) => Mark | null;
}

/** Sorts an answer and prepares rules and selection. */
export function drawOf(options: DrawOptions): Draw {
  const model = modelOf(options.config, options.data);
  const { look, config } = options;
  const values = (key: string): Scalar[] => {
    const at = options.data.columns.findIndex((column) => column.key === key);
    return at < 0 ? [] : model.rows.map((row) => row[at] ?? null);
  };
  const markOf = marksOf(config.rules, values, look);
  return { ...options, model, chosen: chosenBy(options.selected), markOf };
}

/** How much of a mark is left when others were chosen. */
export const DIMMED = 0.25;
export const dimmed = (draw: Draw, values: readonly Clicked[]): number => (draw.chosen && !draw.chosen(values) ? DIMMED : 1);

/** A chart that would tell something untrue is not drawn: it says why. */
export const refused = (draw: Draw, why: string): Built => ({ ...nothing(draw), summary: why, why });
export const nothing = (draw: Draw, engine: Engine = 'basic'): Built => ({
  option: { series: [] },
  engine,
  pick: () => [],
  summary: draw.model.config.chartType,
  isEmpty: true,
});
