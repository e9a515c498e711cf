import { ALIGN, choice, color, filterOf, image, link, list, number, text, toggle, type Widget } from './widgets-field.ts';

/** Formats of the time widget, in the tokens of dayjs. */
export const TIME_FORMATS = [
  ['HH:mm:ss', '时:分:秒'],
  ['HH:mm', '时:分'],
  ['YYYY-MM-DD', '年-月-日'],
  ['YYYY年M月D日', '年月日'],
  ['YYYY年M月D日 HH:mm', '年月日 时:分'],
  ['YYYY-MM-DD HH:mm:ss', '日期 时间'],
  ['dddd', '星期'],
] as const;
const FACES = [
  ['body', '正文体'],
  ['title', '标题体'],
  ['digits', '数字体'],
] as const;

export const TEXT_WIDGETS = {
  text: {
    label: '文字',
    group: '文字',
    size: [240, 40],
    props: {
      text: '文字内容',
      size: 18,
      weight: '500',
      face: 'body',
      align: 'left',
      valign: 'middle',
      color: '',
      gradient: 'none',
      glow: false,
      spacing: 0,
      lineHeight: 1.5,
      marquee: false,
      speed: 60,
    },
    fields: [
      text('text', '内容', 2000, { lines: 4 }),
      choice('face', '字体', FACES, { group: '文字' }),
      number('size', '字号', { min: 14, max: 200, unit: 'px' }, { group: '文字' }),
      choice(
        'weight',
        '字重',
        [
          ['400', '常规'],
          ['500', '中等'],
          ['700', '加粗'],
        ],
        { group: '文字' },
      ),
      color('color', '颜色', { group: '文字' }),
      choice(
        'gradient',
        '渐变',
        [
          ['none', '无'],
          ['ice', '冰蓝'],
          ['gold', '鎏金'],
          ['accent', '主色'],
        ],
        { group: '文字' },
      ),
      toggle('glow', '发光', { group: '文字' }),
      choice('align', '水平', ALIGN, { group: '排布' }),
      choice(
        'valign',
        '垂直',
        [
          ['top', '上'],
          ['middle', '中'],
          ['bottom', '下'],
        ],
        { group: '排布' },
      ),
      number('spacing', '字间距', { min: 0, max: 40, unit: 'px' }, { group: '排布' }),
      number('lineHeight', '行高', { min: 1, max: 3, step: 0.1 }, { group: '排布' }),
      toggle('marquee', '滚动', { group: '动效' }),
      number('speed', '滚动速度', { min: 10, max: 400, unit: 'px/秒' }, { group: '动效', when: { key: 'marquee', is: [true] } }),
      link('link', '点击打开', { group: '交互' }),
    ],
  },
  time: {
    label: '时间',
    group: '文字',
    size: [200, 40],
    props: { format: 'HH:mm:ss', size: 30, color: '', align: 'left', glow: true },
    fields: [
      choice('format', '格式', TIME_FORMATS),
      number('size', '字号', { min: 14, max: 160, unit: 'px' }),
      color('color', '颜色'),
      choice('align', '水平', ALIGN),
      toggle('glow', '发光'),
    ],
  },
  image: {
    label: '图片',
    group: '媒体',
    size: [240, 160],
    props: { fileName: '', fit: 'contain', radius: 0 },
    fields: [
      image('fileName', '图片'),
      choice('fit', '填充', [
        ['contain', '完整显示'],
        ['cover', '铺满裁切'],
        ['fill', '拉伸'],
      ]),
      number('radius', '圆角', { min: 0, max: 200, unit: 'px' }),
      text('alt', '说明', 60),
      link('link', '点击打开'),
    ],
  },
  video: {
    label: '视频',
    group: '媒体',
    size: [480, 270],
    props: { fileName: '', muted: true, loop: true, controls: false, fit: 'cover' },
    fields: [
      text('fileName', '视频文件', 200, { hint: '平台文件中心里 mp4 或 webm 文件的存储名' }),
      image('poster', '封面'),
      toggle('muted', '静音'),
      toggle('loop', '循环'),
      toggle('controls', '播放条'),
      choice('fit', '填充', [
        ['cover', '铺满裁切'],
        ['contain', '完整显示'],
      ]),
    ],
  },
  frame: {
    label: '内嵌页面',
    group: '媒体',
    size: [640, 360],
    props: { path: '', scale: 1 },
    fields: [
      text('path', '页面地址', 300, { hint: '本平台内 /visual、/screen、/data 下的页面' }),
      number('scale', '缩放', { min: 0.2, max: 2, step: 0.05 }),
    ],
  },
  screenTabs: {
    label: '大屏切换',
    group: '交互',
    size: [420, 36],
    props: { items: [], align: 'right', size: 16, look: 'plate' },
    fields: [
      list('items', '入口', 12, 'label', [text('label', '名称', 16), link('link', '打开')], {
        hint: '观看者无权打开的入口不显示',
      }),
      choice('look', '样式', [
        ['plate', '斜切'],
        ['text', '文字'],
      ]),
      choice('align', '对齐', ALIGN),
      number('size', '字号', { min: 14, max: 32, unit: 'px' }),
    ],
  },
  filter: {
    label: '筛选',
    group: '交互',
    size: [240, 36],
    props: { filter: '', look: 'select', label: true, size: 16 },
    fields: [
      filterOf('filter', '筛选条件', { hint: '先在大屏设置中添加筛选条件' }),
      choice('look', '样式', [
        ['select', '下拉'],
        ['chips', '平铺'],
        ['stepper', '左右切换'],
      ]),
      toggle('label', '显示名称'),
      number('size', '字号', { min: 14, max: 32, unit: 'px' }),
    ],
  },
  thumbs: {
    label: '大屏缩略墙',
    group: '交互',
    size: [960, 540],
    props: { items: [], columns: 4, seconds: 0, gap: 16 },
    fields: [
      list('items', '大屏', 12, 'label', [text('label', '名称', 16), link('link', '打开')]),
      number('columns', '每行', { min: 1, max: 6, unit: '个' }),
      number('gap', '间距', { min: 0, max: 60, unit: 'px' }),
      number('seconds', '轮流突出', { min: 0, max: 600, unit: '秒' }, { hint: '0 = 不轮换' }),
    ],
  },
} as const satisfies Record<string, Widget>;
