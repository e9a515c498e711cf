import type { Least } from '#modules/charts/core/index.ts';
import { WIDGET_TYPES, type WidgetType } from '../contract/screen-config.ts';
import { Link } from '#modules/charts/contract/view-filter.ts';
import type { PropField } from '#kit/core/prop-field.ts';
import { CHART_WIDGETS } from './widgets-chart.ts';
import { COLOR_TOKENS, type Props, type PropValue, type Widget } from './widgets-field.ts';
import { FIGURE_WIDGETS } from './widgets-figure.ts';
import { FRAME_WIDGETS } from './widgets-frame.ts';
import { LIST_WIDGETS } from './widgets-list.ts';
import { TEXT_WIDGETS } from './widgets-text.ts';
import { WALL_WIDGETS } from './widgets-wall.ts';

export { COLOR_TOKENS, WIDGET_GROUPS, type Props, type PropValue, type Widget, type WidgetGroup } from './widgets-field.ts';

/** Every kind of node: its name, size, default settings, the description of its settings, and what its shelves take. */
export const WIDGETS: Readonly<Record<WidgetType, Widget>> = {
  ...FRAME_WIDGETS,
  ...TEXT_WIDGETS,
  ...FIGURE_WIDGETS,
  ...LIST_WIDGETS,
  ...CHART_WIDGETS,
  ...WALL_WIDGETS,
};
/** In the order of the shelf of the editor. */
export const WIDGET_LIST: readonly (Widget & { type: WidgetType })[] = WIDGET_TYPES.map((type) => ({ type, ...WIDGETS[type] }));

/** The settings of a node with the defaults of its type below them; null stands for the default. */
export const withDefaults = (type: WidgetType, props: Props): Props => ({
  ...WIDGETS[type].props,
  ...Object.fromEntries(Object.entries(props).filter(([, value]) => value !== null)),
});

export interface PropProblem {
  /** dotted path: `columns.2.width` */
  readonly key: string;
  readonly message: string;
}

const TOKENS = new Set(COLOR_TOKENS.map(([key]) => key));
const COLOR = /^(?:#[0-9a-f]{3,8}|(?:rgb|hsl)a?\([\d.,%\s/]{3,40}\))$/i;
/** A stored file is its random name with an ending, never a path. */
const FILE = /^[A-Za-z0-9_-]{1,160}(?:\.[A-Za-z0-9]{1,8})?$/;
const ICON = /^[A-Za-z]{0,40}$/;

/** True for `''` (the widget's own choice), a token of the theme, and plain colours; nothing else becomes a style. */
export const isColor = (value: unknown): value is string =>
  typeof value === 'string' && (value === '' || TOKENS.has(value) || COLOR.test(value));

function problemOf(field: PropField, value: PropValue): string | null {
  switch (field.kind) {
    case 'text':
      if (typeof value !== 'string') return '应为文字';
      return value.length > (field.max ?? 1000) ? `不能超过${field.max ?? 1000}个字符` : null;
    case 'number':
      if (typeof value !== 'number' || !Number.isFinite(value)) return '应为数字';
      if (field.min !== undefined && value < field.min) return `不能小于${field.min}`;
      return field.max !== undefined && value > field.max ? `不能大于${field.max}` : null;
    case 'switch':
      return typeof value === 'boolean' ? null : '应为是或否';
    case 'color':
      return isColor(value) ? null : '颜色格式不正确';
    case 'select':
      return field.options.some(([key]) => key === value) ? null : '不在可选范围内';
    case 'image':
      return typeof value === 'string' && (value === '' || FILE.test(value)) ? null : '图片文件名不正确';
    case 'icon':
      return typeof value === 'string' && ICON.test(value) ? null : '图标名称不正确';
    case 'filter':
      return typeof value === 'string' && /^[A-Za-z0-9_-]{0,40}$/.test(value) ? null : '筛选条件不正确';
    case 'link': {
      const parsed = Link.safeParse(value);
      return parsed.success ? null : (parsed.error.issues[0]?.message ?? '链接不正确');
    }
    case 'list':
      if (!Array.isArray(value)) return '应为列表';
      return value.length > field.most ? `最多${field.most}项` : null;
    default:
      return '未知的设置';
  }
}

const isRecord = (value: PropValue | undefined): value is { [key: string]: PropValue } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function check(fields: readonly PropField[], props: Props, path: string, found: PropProblem[]): void {
  const known = new Map(fields.map((field) => [field.key, field]));
  for (const [key, value] of Object.entries(props)) {
    const field = known.get(key);
    const at = path + key;
    if (!field) found.push({ key: at, message: '未知的设置' });
    else if (value === null) continue; // back to the default
    else {
      const message = problemOf(field, value);
      if (message) found.push({ key: at, message: `${field.label}${message}` });
      else if (field.kind === 'list' && Array.isArray(value))
        for (const [i, item] of value.entries()) {
          if (isRecord(item)) check(field.of, item, `${at}.${i}.`, found);
          else found.push({ key: `${at}.${i}`, message: `${field.label}的第${i + 1}项不正确` });
        }
    }
  }
}

/** What is wrong with the settings of a node, as its type describes them; empty = nothing. Used by the server before it stores a screen. */
export function checkProps(type: WidgetType, props: Props): PropProblem[] {
  const found: PropProblem[] = [];
  check(WIDGETS[type].fields, props, '', found);
  if (type === 'frame' && typeof props.path === 'string' && props.path !== '' && !isOwnPage(props.path))
    found.push({ key: 'path', message: '只能内嵌本平台 /visual、/screen、/data 下的页面' });
  if (type === 'video' && typeof props.fileName === 'string' && props.fileName !== '' && !isOwnVideo(props.fileName))
    found.push({ key: 'fileName', message: '视频只支持平台文件中心里的 mp4 和 webm 文件' });
  return found;
}

/** Pages of our own that a frame may show. */
export const isOwnPage = (path: string): boolean => /^\/(?:visual|screen|data)\/[^\\\s<>"']*$/.test(path) && !/\.\.|%2e/i.test(path);
/** Videos come from our own file store alone. */
export const isOwnVideo = (fileName: string): boolean => FILE.test(fileName) && /\.(?:mp4|webm)$/i.test(fileName);

/** Fewest fields that a widget takes on its shelves; nothing for those that take none. */
export function leastOf(type: WidgetType): Least | undefined {
  const { shelves } = WIDGETS[type];
  return shelves && { rows: shelves.rows.min, columns: shelves.columns.min, measures: shelves.measures.min };
}
