import type { ShelfRule } from '#modules/charts/contract/chart-types.ts';
import type { PropField } from '#kit/core/prop-field.ts';

export const WIDGET_GROUPS = ['容器', '图表', '指标', '列表', '文字', '装饰', '媒体', '交互'] as const;
export type WidgetGroup = (typeof WIDGET_GROUPS)[number];
export type PropValue = string | number | boolean | null | PropValue[] | { [key: string]: PropValue };
export type Props = Readonly<Record<string, PropValue>>;

/** What a data widget takes on its shelves, and what it makes of it. */
export interface WidgetShelves {
  readonly rows: ShelfRule;
  readonly columns: ShelfRule;
  readonly measures: ShelfRule;
  readonly hints: { readonly rows: string; readonly columns?: string; readonly measures: string };
}

/** One kind of node on a screen: how it is offered, what it starts with, and what the inspector asks. */
export interface Widget {
  readonly label: string;
  readonly group: WidgetGroup;
  /** width and height that a new one has, pixels of the screen */
  readonly size: readonly [w: number, h: number];
  readonly props: Props;
  readonly fields: readonly PropField[];
  readonly shelves?: WidgetShelves;
}

type Rest = { group?: string; hint?: string; when?: { key: string; is: readonly unknown[] } };
type Options = readonly (readonly [value: string, label: string])[];
export const text = (key: string, label: string, max = 100, rest: Rest & { lines?: number } = {}): PropField => ({
  key,
  label,
  kind: 'text',
  max,
  ...rest,
});
export const number = (
  key: string,
  label: string,
  range: { min?: number; max?: number; step?: number; unit?: string } = {},
  rest: Rest = {},
): PropField => ({ key, label, kind: 'number', ...range, ...rest });
export const color = (key: string, label: string, rest: Rest = {}): PropField => ({ key, label, kind: 'color', ...rest });
export const toggle = (key: string, label: string, rest: Rest = {}): PropField => ({ key, label, kind: 'switch', ...rest });
export const choice = (key: string, label: string, options: Options, rest: Rest = {}): PropField => ({
  key,
  label,
  kind: 'select',
  options,
  ...rest,
});
export const image = (key: string, label: string, rest: Rest = {}): PropField => ({ key, label, kind: 'image', ...rest });
export const link = (key: string, label: string, rest: Rest = {}): PropField => ({ key, label, kind: 'link', ...rest });
export const filterOf = (key: string, label: string, rest: Rest = {}): PropField => ({ key, label, kind: 'filter', ...rest });
export const list = (key: string, label: string, most: number, title: string, of: readonly PropField[], rest: Rest = {}): PropField => ({
  key,
  label,
  kind: 'list',
  most,
  title,
  of,
  ...rest,
});

export const between = (min: number, max: number): ShelfRule => ({ min, max });
export const NONE = between(0, 0);

/** Colours that follow the theme, and `''` for the widget's own choice; others are `#hex` or `rgb()`. */
export const COLOR_TOKENS: Options = [
  ['accent', '主色'],
  ['accent2', '辅色'],
  ['gold', '强调金'],
  ['good', '良好'],
  ['warn', '预警'],
  ['bad', '不良'],
  ['severity1', '正常'],
  ['severity2', '关注'],
  ['severity3', '延误'],
  ['severity4', '严重'],
  ['text', '正文'],
  ['text2', '次要文字'],
  ['s1', '系列1'],
  ['s2', '系列2'],
  ['s3', '系列3'],
  ['s4', '系列4'],
  ['s5', '系列5'],
];
export const ALIGN: Options = [
  ['left', '左'],
  ['center', '中'],
  ['right', '右'],
];
export const GOOD_WHEN: Options = [
  ['up', '越高越好'],
  ['down', '越低越好'],
  ['none', '不评价'],
];
