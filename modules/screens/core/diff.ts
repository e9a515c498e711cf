import type { ScreenConfig, ScreenNode } from '../contract/screen-config.ts';
import { byId, chartDetails, compare, differing, filterKind, partName, settings, type Words } from '#modules/charts/core/index.ts';
import type { Change, ChartNames } from '#modules/library/core/index.ts';

const NODE: Words = {
  x: '位置',
  y: '位置',
  w: '大小',
  h: '大小',
  r: '旋转',
  z: '层次',
  parent: '所在分组',
  o: '透明度',
  lock: '锁定',
  hide: '隐藏',
  name: '名称',
  type: '类型',
  props: '样式',
  chartId: '引用的图表',
  refreshSec: '刷新间隔',
  enter: '入场动画',
  actions: '联动与跳转',
};
const SCREEN: Words = {
  width: '画布大小',
  height: '画布大小',
  fit: '适配方式',
  background: '背景',
  theme: '主题',
  refreshSec: '刷新间隔',
  effects: '动效',
  noWatermark: '水印',
  clicks: '点击数据点',
  cache: '数据缓存',
};

/** Changes between two screens. `kinds` are the labels of node types. */
export function diffScreens(a: ScreenConfig, b: ScreenConfig, names: ChartNames = {}, kinds: Words = {}): Change[] {
  const nodes = (screen: ScreenConfig) => new Map<string, ScreenNode>(Object.entries(screen.nodes));
  return [
    ...compare(nodes(a), nodes(b), {
      subject: '组件',
      name: (node) => node.name || partName(node, names) || kinds[node.type] || node.type,
      details: (x, y) => [...differing(x, y, NODE), ...chartDetails(x.chart, y.chart)],
      moves: ['位置', '大小', '旋转', '层次', '所在分组'],
    }),
    ...compare(byId(a.filters), byId(b.filters), filterKind),
    ...settings(a, b, SCREEN),
  ];
}
