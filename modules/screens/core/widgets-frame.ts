import { choice, color, list, number, text, toggle, type Widget } from './widgets-field.ts';

/** Frames of panels in three weights: the one hero, quiet lists, flat trends. */
export const PANEL_FRAMES = [
  ['hero', '主视觉 · 光台'],
  ['halo', '主视觉 · 弧光'],
  ['slab', '列表 · 斜切'],
  ['ledger', '列表 · 左脊'],
  ['strip', '趋势 · 横带'],
  ['horizon', '趋势 · 地平线'],
  ['bare', '仅标题'],
  ['rule', '左侧竖线'],
] as const;
export const BORDERS = [
  ['corner', '四角括线'],
  ['bevel', '切角单线'],
  ['double', '双线切角'],
  ['bracket', '侧括号'],
  ['dash', '流光虚线'],
  ['orbit', '环绕光点'],
  ['notch', '顶部缺口'],
  ['rail', '上下导轨'],
  ['circuit', '电路折线'],
  ['glass', '玻璃浅框'],
  ['tick', '刻度边'],
  ['plate', '铭牌'],
] as const;
export const DECORATIONS = [
  ['chevrons', '箭羽'],
  ['beam', '流光横线'],
  ['wave', '数据波'],
  ['radar', '雷达扫描'],
  ['rings', '同心光环'],
  ['dots', '点阵闪烁'],
  ['bars', '律动柱'],
  ['slashes', '斜纹条'],
  ['bridge', '桥形底座'],
  ['hex', '蜂巢'],
] as const;

const line = [color('color', '主颜色'), color('color2', '辅颜色'), toggle('animate', '动效')] as const;

export const FRAME_WIDGETS = {
  group: {
    label: '组合',
    group: '容器',
    size: [400, 300],
    props: {},
    fields: [],
  },
  header: {
    label: '大屏标题栏',
    group: '容器',
    size: [1920, 92],
    props: {
      title: '大屏标题',
      subtitle: '',
      variant: 'plate',
      size: 44,
      spacing: 6,
      clock: true,
      date: true,
      updated: true,
      sweep: true,
      chevrons: true,
    },
    fields: [
      text('title', '标题', 40),
      text('subtitle', '副标题', 60),
      choice('variant', '样式', [
        ['plate', '梯形铭牌'],
        ['wing', '双翼'],
        ['beam', '光束'],
        ['flat', '平直'],
      ]),
      number('size', '标题字号', { min: 24, max: 72, unit: 'px' }, { group: '标题' }),
      number('spacing', '字间距', { min: 0, max: 20, unit: 'px' }, { group: '标题' }),
      toggle('sweep', '扫光', { group: '标题' }),
      toggle('clock', '时钟', { group: '左侧' }),
      toggle('date', '日期', { group: '左侧' }),
      toggle('updated', '数据更新时间', { group: '左侧' }),
      toggle('chevrons', '箭羽', { group: '装饰' }),
    ],
  },
  panel: {
    label: '面板',
    group: '容器',
    size: [440, 300],
    props: { title: '面板标题', sub: '', frame: 'slab', fill: true },
    fields: [
      text('title', '标题', 40),
      text('sub', '右侧说明', 40, { hint: '如 单位：亿元' }),
      choice('frame', '框体', PANEL_FRAMES, { hint: '主视觉、列表、趋势用不同分量的框，层次更清楚' }),
      toggle('fill', '底色'),
      color('color', '强调色'),
    ],
  },
  border: {
    label: '边框',
    group: '装饰',
    size: [440, 300],
    props: { kind: 'corner', color: '', color2: '', animate: true, fill: false },
    fields: [choice('kind', '样式', BORDERS), ...line, toggle('fill', '底色')],
  },
  decoration: {
    label: '装饰',
    group: '装饰',
    size: [300, 40],
    props: { kind: 'chevrons', color: '', color2: '', animate: true, reverse: false },
    fields: [choice('kind', '样式', DECORATIONS), ...line, toggle('reverse', '反向')],
  },
  carousel: {
    label: '轮播容器',
    group: '容器',
    size: [440, 300],
    props: { seconds: 10, dots: true, effect: 'fade', tabs: [] },
    fields: [
      number('seconds', '每页停留', { min: 0, max: 600, unit: '秒' }, { hint: '0 = 只手动切换；放进来的每个组件是一页' }),
      list('tabs', '页签', 12, 'label', [text('label', '名称', 12)], { hint: '按页的次序；填了就显示在右上角，代替页码点' }),
      toggle('dots', '页码点'),
      choice('effect', '切换', [
        ['fade', '淡入'],
        ['slide', '滑入'],
        ['none', '直接'],
      ]),
    ],
  },
} as const satisfies Record<string, Widget>;
