import { ALIGN, choice, color, GOOD_WHEN, list, number, NONE, between, text, toggle, type Widget } from './widgets-field.ts';

const seconds = (value: string) => number('seconds', value, { min: 0, max: 600, unit: '秒' }, { group: '动效', hint: '0 = 不动' });
const tags = list('tags', '标签颜色', 20, 'value', [text('value', '取值', 32), color('color', '颜色')], {
  group: '标签',
  hint: '没有列出的取值按常见词判断：已完成、逾期、待办……',
});

export const LIST_WIDGETS = {
  rank: {
    label: '排行榜',
    group: '列表',
    size: [440, 276],
    props: { page: 5, seconds: 8, medals: true, comet: true, delta: true, target: true, max: 0, unit: '', color: '', goodWhen: 'up' },
    fields: [
      number('page', '每页', { min: 1, max: 20, unit: '条' }),
      seconds('翻页'),
      toggle('medals', '前三名奖牌', { group: '外观' }),
      toggle('comet', '彗星头', { group: '外观' }),
      color('color', '条颜色', { group: '外观' }),
      toggle('delta', '变化', { group: '评价' }),
      toggle('target', '目标刻度', { group: '评价' }),
      choice('goodWhen', '评价方向', GOOD_WHEN, { group: '评价' }),
      number('max', '满值', { min: 0 }, { group: '评价', hint: '0 = 最大值' }),
      text('unit', '单位', 8, { group: '外观' }),
    ],
    shelves: {
      rows: between(1, 1),
      columns: NONE,
      measures: between(1, 3),
      hints: { rows: '名称', measures: '数值、变化、目标' },
    },
  },
  scrollTable: {
    label: '滚动表格',
    group: '列表',
    size: [440, 226],
    props: { columns: [], rowHeight: 34, seconds: 3, index: false, stripe: true, header: true, tags: [] },
    fields: [
      list(
        'columns',
        '列',
        16,
        'key',
        [
          text('key', '字段', 4, { hint: 'd0、d1 … 维度，m0、m1 … 指标' }),
          text('title', '表头', 20),
          number('width', '宽', { min: 0, max: 600, unit: 'px' }, { hint: '0 = 自动' }),
          choice('align', '对齐', ALIGN),
          choice('kind', '样式', [
            ['auto', '自动'],
            ['tag', '标签'],
            ['bar', '数据条'],
            ['delta', '涨跌'],
            ['dim', '弱化'],
            ['strong', '突出'],
          ]),
        ],
        { hint: '不填则按字段顺序全部显示' },
      ),
      number('rowHeight', '行高', { min: 24, max: 80, unit: 'px' }),
      toggle('header', '表头'),
      toggle('index', '序号'),
      toggle('stripe', '斑马纹'),
      seconds('逐行滚动'),
      tags,
    ],
    shelves: { rows: between(0, 12), columns: NONE, measures: between(0, 8), hints: { rows: '列', measures: '数值列' } },
  },
  ticker: {
    label: '告警播报',
    group: '列表',
    size: [600, 40],
    props: { direction: 'up', seconds: 3, speed: 60, size: 16, tags: [] },
    fields: [
      choice('direction', '方向', [
        ['up', '逐条上翻'],
        ['left', '横向滚动'],
      ]),
      number('seconds', '每条停留', { min: 1, max: 60, unit: '秒' }, { group: '动效', when: { key: 'direction', is: ['up'] } }),
      number('speed', '速度', { min: 10, max: 400, unit: 'px/秒' }, { group: '动效', when: { key: 'direction', is: ['left'] } }),
      number('size', '字号', { min: 14, max: 40, unit: 'px' }),
      tags,
    ],
    shelves: {
      rows: between(1, 3),
      columns: NONE,
      measures: between(0, 1),
      hints: { rows: '内容、级别、时间', measures: '数值（可选）' },
    },
  },
  timeline: {
    label: '时间轴',
    group: '列表',
    size: [408, 240],
    props: { direction: 'down', most: 6, tags: [] },
    fields: [
      choice('direction', '方向', [
        ['down', '纵向'],
        ['right', '横向'],
      ]),
      number('most', '最多', { min: 2, max: 20, unit: '条' }),
      tags,
    ],
    shelves: {
      rows: between(2, 4),
      columns: NONE,
      measures: between(0, 1),
      hints: { rows: '时间、事项、状态、说明', measures: '数值（可选）' },
    },
  },
  gantt: {
    label: '项目甘特河',
    group: '图表',
    size: [960, 420],
    props: { page: 10, seconds: 12, today: true, tags: [] },
    fields: [number('page', '每页行数', { min: 3, max: 30 }), seconds('翻页'), toggle('today', '今日线'), tags],
    shelves: {
      rows: between(3, 6),
      columns: NONE,
      measures: between(0, 1),
      hints: { rows: '项目、开始、结束、阶段、状态、负责人', measures: '进度（0–100% 或 0–1）' },
    },
  },
  statusGrid: {
    label: '状态矩阵',
    group: '图表',
    size: [600, 300],
    props: { look: 'matrix', scale: 'column', good: 100, warn: 90, goodWhen: 'up', values: true },
    fields: [
      choice('look', '形式', [
        ['matrix', '热力矩阵'],
        ['calendar', '任务日历'],
      ]),
      choice(
        'scale',
        '着色',
        [
          ['column', '按列深浅'],
          ['all', '整体深浅'],
          ['light', '红黄绿分级'],
        ],
        { group: '评价' },
      ),
      number('good', '良好线', {}, { group: '评价', when: { key: 'scale', is: ['light'] } }),
      number('warn', '预警线', {}, { group: '评价', when: { key: 'scale', is: ['light'] } }),
      choice('goodWhen', '评价方向', GOOD_WHEN, { group: '评价' }),
      toggle('values', '显示数值'),
    ],
    shelves: {
      rows: between(1, 1),
      columns: between(0, 1),
      measures: between(1, 12),
      hints: { rows: '行（部门），日历时为日期', columns: '列（可选）', measures: '数值；没有列时每个指标一列' },
    },
  },
} as const satisfies Record<string, Widget>;
