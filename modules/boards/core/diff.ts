import type { BoardConfig, BoardItem } from '../contract/board-config.ts';
import { byId, chartDetails, compare, differing, filterKind, partName, settings, type Words } from '#modules/charts/core/index.ts';
import type { Change, ChartNames } from '#modules/library/core/index.ts';

const TILE_KINDS: Words = { chart: '图表', text: '文本', filter: '筛选', section: '分组', image: '图片' };
const TILE: Words = {
  x: '位置',
  y: '位置',
  w: '大小',
  h: '大小',
  title: '标题',
  hideTitle: '标题',
  chartId: '引用的图表',
  text: '文字',
  style: '样式',
  fileName: '图片',
  filterIds: '筛选',
  collapsed: '折叠',
  refreshSec: '刷新间隔',
  actions: '联动与跳转',
  tab: '所在页签',
};
const BOARD: Words = {
  apply: '筛选方式',
  loadOnOpen: '打开时加载',
  refreshSec: '刷新间隔',
  theme: '主题',
  palette: '配色',
  showTitle: '显示标题',
  clicks: '点击数据点',
  cache: '数据缓存',
};

/** Changes between two boards. */
export function diffBoards(a: BoardConfig, b: BoardConfig, names: ChartNames = {}): Change[] {
  type Tile = BoardItem & { tab: string };
  const tiles = (board: BoardConfig) =>
    new Map<string, Tile>(board.tabs.flatMap((tab) => tab.layout.map((tile) => [tile.i, { ...tile, tab: tab.id }])));
  return [
    ...compare(byId(a.tabs), byId(b.tabs), {
      subject: '页签',
      name: (tab) => tab.name,
      details: (x, y) => (x.name === y.name ? [] : [`由“${x.name}”改名`]),
    }),
    ...compare(tiles(a), tiles(b), {
      subject: '组件',
      name: (tile) => tile.title || partName(tile, names) || tile.text?.slice(0, 20) || TILE_KINDS[tile.kind] || '组件',
      details: (x, y) => [...differing(x, y, TILE), ...chartDetails(x.chart, y.chart)],
      moves: ['位置', '大小', '所在页签'],
    }),
    ...compare(byId(a.filters), byId(b.filters), filterKind),
    ...settings(a, b, BOARD),
  ];
}
