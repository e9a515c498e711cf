import type { Action } from '#modules/charts/contract/view-filter.ts';
import type { ChartData } from '#modules/datasets/contract/query.ts';
import { ScreenConfig, type ScreenNode } from '#modules/screens/contract/screen-config.ts';
import type * as z from 'zod';
import { answer, chartFor } from './screens-feed.ts';

/** Screens of fixed figures for tests and pictures: a leader's view like the floor, and all other widgets. Never seeded. */
export interface Demo {
  readonly config: ScreenConfig;
  readonly answers: Readonly<Record<string, ChartData>>;
}

type Extra = Partial<Pick<ScreenNode, 'parent' | 'props' | 'chart' | 'o' | 'r'>> & { actions?: z.output<typeof Action>[] };
class Draft {
  readonly nodes: Record<string, unknown> = {};
  readonly answers: Record<string, ChartData> = {};
  #z = 0;
  put(id: string, type: ScreenNode['type'], box: readonly [number, number, number, number], extra: Extra = {}): this {
    const [x, y, w, h] = box;
    this.#z += 1;
    this.nodes[id] = { id, type, z: this.#z, x, y, w, h, ...extra };
    return this;
  }
  data(id: string, type: ScreenNode['type'], box: readonly [number, number, number, number], data: ChartData, extra: Extra = {}): this {
    this.answers[id] = data;
    return this.put(id, type, box, { chart: chartFor(data, 'table'), ...extra });
  }
  demo(rest: object = {}): Demo {
    return { config: ScreenConfig.parse({ v: 1, nodes: this.nodes, ...rest }), answers: this.answers };
  }
}

const percent = { format: { kind: 'percent' as const, scale: 'none' as const, thousands: true } };
const yi = { format: { kind: 'number' as const, scale: 'none' as const, thousands: true, digits: 2, unit: '亿元' } };
const whole = (unit: string) => ({ format: { kind: 'number' as const, scale: 'none' as const, thousands: true, digits: 0, unit } });
const yoy = { ...percent, modifier: 'yoy' as const };
const MONTHS = Array.from({ length: 11 }, (_, i) => `2026-${String(i + 1).padStart(2, '0')}-01`);
const CONTRACT = [1.92, 1.38, 2.66, 2.31, 2.84, 3.42, 2.57, 3.95, 4.33, 4.36, 5.13];
const REVENUE = [1.71, 1.22, 2.28, 2.12, 2.43, 3.01, 2.3, 2.88, 3.36, 3.44, 4.4];
const PROVINCES: [string, number][] = [
  ['广东省', 74],
  ['上海市', 54],
  ['北京市', 50],
  ['江苏省', 48],
  ['四川省', 42],
  ['浙江省', 41],
  ['广西壮族自治区', 38],
  ['湖北省', 35],
  ['湖南省', 34],
  ['福建省', 33],
  ['重庆市', 32],
  ['山东省', 30],
  ['陕西省', 28],
  ['河南省', 27],
  ['江西省', 25],
  ['云南省', 24],
  ['安徽省', 22],
  ['海南省', 22],
  ['贵州省', 21],
  ['河北省', 18],
  ['辽宁省', 16],
  ['天津市', 15],
  ['甘肃省', 14],
  ['新疆维吾尔自治区', 12],
  ['内蒙古自治区', 6],
];

/** The leader's view: header, figures, map, six panels, the floor in perspective. */
export function leaderDemo(theme = 'ocean'): Demo {
  const d = new Draft();
  d.put('head', 'header', [0, 0, 1920, 92], { props: { title: '数智大脑 · 领导驾驶视图' } });
  d.put('tabs', 'screenTabs', [1440, 16, 456, 36], {
    props: {
      items: ['总览', '工程技术', '人力资源', '市场部'].map((label, i) => ({
        label,
        link: { to: 'page', path: ['/leaderView', '/engineering', '/human', '/marketView'][i]! },
      })),
    },
  });
  d.put('p1', 'panel', [24, 108, 440, 320], { props: { title: '子公司合同额排行', sub: '亿元 · 同比 · 目标', frame: 'ledger' } });
  d.data(
    'rank',
    'rank',
    [44, 156, 404, 264],
    answer(
      [['子公司']],
      [
        ['合同额', { format: { kind: 'number', scale: 'none', thousands: true, digits: 2 } }],
        ['同比', yoy],
        ['目标', {}],
      ],
      [
        ['华南分公司', 5.86, 0.182, 5.6],
        ['华东分公司', 5.21, 0.096, 5.5],
        ['西南分公司', 4.37, -0.031, 4.2],
        ['华中分公司', 3.92, 0.124, 4.0],
        ['西北分公司', 2.68, 0.043, 2.5],
        ['华北分公司', 2.41, -0.064, 2.9],
        ['东北分公司', 1.37, 0.02, 1.5],
      ],
    ),
    { parent: 'p1', actions: [{ do: 'filter', map: [], items: null }] },
  );
  d.put('p2', 'panel', [24, 444, 440, 286], { props: { title: '项目类型构成', sub: '在建项目', frame: 'slab' } });
  const types = answer(
    [['类型']],
    [['项目数', whole('个')]],
    [
      ['市政工程', 186],
      ['建筑设计', 142],
      ['勘察测绘', 98],
      ['工程监理', 87],
      ['数字化服务', 64],
    ],
  );
  d.data('types', 'chart', [32, 488, 424, 236], types, {
    parent: 'p2',
    chart: chartFor(types, 'pie', { seriesType: 'donutpie', options: { legend: { show: true, position: 'right' } } }),
  });
  d.put('p3', 'panel', [24, 746, 440, 310], { props: { title: '人才梯队结构', sub: '按部门 / 职级', frame: 'strip' } });
  const staff = answer(
    [['部门']],
    [
      ['高级', whole('人')],
      ['中级', whole('人')],
      ['初级', whole('人')],
    ],
    [
      ['工程技术', 142, 268, 210],
      ['市场', 36, 74, 58],
      ['获客', 22, 61, 83],
      ['人力', 18, 27, 16],
      ['子公司', 96, 188, 164],
      ['职能', 31, 52, 40],
    ],
  );
  d.data('staff', 'chart', [32, 790, 424, 262], staff, { parent: 'p3', chart: chartFor(staff, 'bar', { seriesType: 'stackbar' }) });

  const figures = [
    ['合同额', '年度新签合同额', 34.87, 0.126, 32, yi, 'accent', CONTRACT],
    ['收入', '确认收入', 29.15, 0.093, 30, yi, 'good', REVENUE],
    ['项目', '在建项目', 577, 0.07, 560, whole('个'), 'gold', [498, 504, 520, 531, 528, 540, 544, 552, 561, 570, 577]],
    ['员工', '在册员工', 1586, -0.012, 1600, whole('人'), 's2', [1620, 1618, 1611, 1604, 1602, 1599, 1595, 1594, 1590, 1588, 1586]],
  ] as const;
  figures.forEach(([name, label, value, change, target, format, color, trend], i) => {
    d.data(
      `kpi${i}`,
      'kpi',
      [480 + i * 242, 108, 232, 112],
      answer(
        [['月份', { type: 'date', grain: 'month', format: { kind: 'date', scale: 'none', thousands: true, pattern: 'M月' } }]],
        [
          [name, format],
          ['同比', yoy],
          ['目标', format],
        ],
        MONTHS.map((month, m) => [month, m === 10 ? value : (trend[m] ?? 0), change, target]),
      ),
      { props: { label, color, size: 42, ...(i === 3 && { goodWhen: 'up' }) } },
    );
  });
  const map = answer(
    [['省份', { type: 'string' }]],
    [
      ['项目数', whole('个')],
      ['合同额', yi],
    ],
    PROVINCES.map(([name, n]) => [name, n, Math.round(n * 6.04) / 100]),
  );
  d.data('map', 'heroMap', [472, 226, 976, 572], map, {
    chart: chartFor(map, 'map'),
    props: { hub: '广州市', rings: true, unit: '个', points: 11 },
    actions: [{ do: 'drill' }],
  });
  d.put('cover', 'border', [484, 240, 186, 150], { props: { kind: 'bracket', fill: true } });
  d.put('coverT', 'text', [500, 248, 160, 28], { props: { text: '业务覆盖', size: 16, weight: '700' } });
  d.data(
    'coverD',
    'segments',
    [498, 278, 158, 104],
    answer(
      [['项']],
      [
        ['数', {}],
        ['满', {}],
      ],
      [
        ['覆盖省份', 24, 34],
        ['覆盖城市', 137, 333],
      ],
    ),
    { props: { cell: 4 } },
  );
  d.put('p4', 'panel', [480, 806, 960, 250], { props: { title: '合同与收入月度趋势', sub: '亿元', frame: 'horizon' } });
  const trend = answer(
    [['月份', { type: 'date', grain: 'month', format: { kind: 'date', scale: 'none', thousands: true, pattern: 'M月' } }]],
    [
      ['新签合同额', yi],
      ['确认收入', yi],
      ['转化率', percent],
    ],
    MONTHS.map((month, i) => [month, CONTRACT[i]!, REVENUE[i]!, REVENUE[i]! / CONTRACT[i]!]),
  );
  d.data('trend', 'chart', [488, 846, 944, 204], trend, {
    parent: 'p4',
    chart: chartFor(trend, 'dual', {
      measures: [
        { col: '新签合同额', drawAs: 'bar', axis: 'left' },
        { col: '确认收入', drawAs: 'bar', axis: 'left' },
        { col: '转化率', drawAs: 'line', axis: 'right', format: { kind: 'percent', scale: 'none', thousands: true } },
      ],
    }),
  });
  d.put('p5', 'panel', [1456, 108, 440, 320], { props: { title: '经营目标对标', sub: '实际 / 目标', frame: 'ledger' } });
  d.data(
    'score',
    'scorecard',
    [1464, 152, 424, 268],
    answer(
      [['指标']],
      [
        ['实际', {}],
        ['目标', {}],
        ['同比', yoy],
        ['环比', { ...percent, modifier: 'mom' }],
      ],
      [
        ['合同额', 34.87, 32, 0.126, 0.031],
        ['收入', 29.15, 30, 0.093, 0.052],
        ['回款', 21.4, 26, -0.021, 0.012],
        ['利润', 3.12, 3.0, 0.081, 0.004],
        ['人均产值', 183.8, 180, 0.112, 0.01],
      ],
    ),
    { parent: 'p5' },
  );
  d.put('p6', 'panel', [1456, 444, 440, 286], { props: { title: '成果与资质动态', sub: '近 30 天', frame: 'slab' } });
  d.data(
    'feed',
    'scrollTable',
    [1464, 490, 424, 232],
    answer(
      [['类别'], ['名称'], ['日期', { type: 'date' }], ['状态']],
      [],
      [
        ['发明专利', '一种桥梁健康监测方法', '2026-11-18', '已授权'],
        ['软著', '工程数据治理平台 V3.0', '2026-11-15', '已登记'],
        ['实用新型', '装配式支护结构', '2026-11-12', '已授权'],
        ['优质工程', '滨江大道综合改造工程', '2026-11-09', '省优'],
        ['资质', '市政公用工程监理甲级', '2026-12-02', '待续期'],
        ['发明专利', '深基坑变形预警装置', '2026-11-06', '已授权'],
        ['软著', '监理日志移动端 V2.1', '2026-11-03', '已登记'],
        ['资质', '工程勘察综合甲级', '2027-01-15', '正常'],
      ],
    ),
    {
      parent: 'p6',
      props: {
        columns: [
          { key: 'd0', width: 70, kind: 'dim' },
          { key: 'd1', kind: 'strong' },
          { key: 'd2', width: 86 },
          { key: 'd3', width: 72, kind: 'tag' },
        ],
        rowHeight: 37,
      },
    },
  );
  d.put('p7', 'panel', [1456, 746, 440, 310], { props: { title: '数据质量与治理', sub: '今日检核', frame: 'slab' } });
  d.data(
    'rings',
    'ring',
    [1468, 790, 416, 128],
    answer(
      [],
      [
        ['完整性', percent],
        ['一致性', percent],
        ['及时性', percent],
      ],
      [[0.982, 0.947, 0.913]],
    ),
    {
      parent: 'p7',
    },
  );
  d.data(
    'gov',
    'segments',
    [1472, 922, 408, 128],
    answer(
      [['项']],
      [
        ['值', {}],
        ['满', {}],
        ['目标', {}],
      ],
      [
        ['元数据覆盖（表）', 1284, 1302, 1300],
        ['标准落标（字段）', 3116, 3540, 3300],
        ['接口可用（个）', 264, 280, 270],
      ],
    ),
    { parent: 'p7' },
  );
  return d.demo({ theme });
}

/** Every other widget on one screen, plus the states of a data widget. */
export function galleryDemo(theme = 'ocean'): Demo {
  const d = new Draft();
  d.put('head', 'header', [0, 0, 1920, 92], { props: { title: '组件陈列', variant: 'wing', subtitle: '' } });
  d.put('year', 'filter', [1480, 20, 200, 36], { props: { filter: 'year' } });
  d.put('dept', 'filter', [1690, 20, 210, 36], { props: { filter: 'dept', label: false } });
  d.put('a', 'panel', [24, 108, 616, 300], { props: { title: '项目甘特河', frame: 'hero' } });
  d.data(
    'gantt',
    'gantt',
    [34, 158, 596, 244],
    answer(
      [['项目'], ['开始', { type: 'date' }], ['结束', { type: 'date' }], ['阶段'], ['状态']],
      [['进度', percent]],
      [
        ['滨江大道改造', '2026-02-01', '2026-12-20', '主体施工', '正常', 0.82],
        ['城北水厂二期', '2026-04-10', '2026-10-30', '设备安装', '逾期', 0.74],
        ['高铁东站监理', '2026-03-01', '2027-03-31', '监理', '正常', 0.55],
        ['智慧工地平台', '2026-06-15', '2026-12-31', '联调', '预警', 0.61],
        ['跨江大桥检测', '2026-08-01', '2027-01-31', '检测', '正常', 0.38],
      ],
    ),
    { props: { page: 5 } },
  );
  d.put('b', 'panel', [656, 108, 608, 300], { props: { title: '集团与中心', frame: 'halo' } });
  d.data(
    'relation',
    'relation',
    [656, 140, 608, 262],
    answer(
      [['中心']],
      [
        ['金额', yi],
        ['达成', percent],
        ['同比', yoy],
      ],
      [
        ['工程中心', 12.1, 1.04, 0.12],
        ['市场中心', 8.2, 0.93, 0.04],
        ['获客中心', 5.4, 0.81, -0.06],
        ['人力中心', 2.1, 1.0, 0.01],
      ],
    ),
    { props: { center: '集团' }, actions: [{ do: 'filter', map: [], items: null }] },
  );
  d.put('c', 'panel', [1280, 108, 616, 300], { props: { title: '部门 × 指标', frame: 'strip' } });
  d.data(
    'grid',
    'statusGrid',
    [1292, 152, 592, 250],
    answer(
      [['部门']],
      [['合同'], ['回款'], ['质量'], ['安全'], ['培训']],
      [
        ['工程技术', 104, 91, 99, 100, 88],
        ['市场', 96, 84, 92, 100, 71],
        ['获客', 88, 79, 90, 100, 93],
        ['人力', 100, 100, 97, 100, 98],
        ['子公司', 93, 90, 95, 99, 82],
      ],
    ),
    { props: { scale: 'light', good: 95, warn: 85 } },
  );
  d.put('d', 'panel', [24, 424, 400, 300], { props: { title: '里程碑', frame: 'ledger' } });
  d.data(
    'timeline',
    'timeline',
    [40, 470, 376, 246],
    answer(
      [['时间', { type: 'date' }], ['事项'], ['状态']],
      [],
      [
        ['2026-11-18', '滨江大道主体封顶', '已完成'],
        ['2026-11-25', '城北水厂设备到场', '逾期'],
        ['2026-12-02', '监理甲级资质续期', '待办'],
        ['2026-12-20', '年度决算启动', '未开始'],
      ],
    ),
  );
  d.put('e', 'panel', [440, 424, 400, 300], { props: { title: '进度与翻牌', frame: 'slab' } });
  d.data('flip', 'flip', [456, 474, 368, 84], answer([], [['今日调用', whole('次')]], [[264817]]), { props: { size: 46 } });
  d.data(
    'progress',
    'progress',
    [460, 566, 360, 150],
    answer(
      [['项']],
      [
        ['回款', yi],
        ['目标', yi],
      ],
      [
        ['华南', 4.2, 5.0],
        ['华东', 5.1, 4.8],
        ['西南', 2.2, 3.4],
      ],
    ),
  );
  d.put('f', 'panel', [856, 424, 600, 300], { props: { title: '重点客户卡片', frame: 'bare' } });
  d.data(
    'cards',
    'cards',
    [860, 468, 592, 256],
    answer(
      [['客户'], ['等级']],
      [
        ['合同额', yi],
        ['项目', whole('个')],
      ],
      [
        ['市城投集团', '重要', 3.21, 14],
        ['轨道交通公司', '正常', 2.87, 9],
        ['水务集团', '预警', 1.94, 7],
        ['机场建设指挥部', '正常', 1.65, 5],
        ['高新区管委会', '正常', 1.12, 6],
        ['港务集团', '重要', 0.98, 4],
        ['教育投资公司', '正常', 0.8, 3],
      ],
    ),
    { props: { columns: 3, lines: 2 } },
  );
  d.put('states', 'panel', [1472, 424, 424, 300], { props: { title: '数据状态', frame: 'slab' } });
  for (const [i, id] of ['sLoad', 'sEmpty', 'sError', 'sRight'].entries())
    d.put(id, 'rank', [1484 + (i % 2) * 204, 472 + Math.floor(i / 2) * 124, 196, 116], { chart: chartFor(types(), 'table') });
  d.answers.sEmpty = { ...types(), rows: [] };
  d.put('alert', 'border', [24, 736, 816, 56], { props: { kind: 'circuit', fill: true } });
  d.data(
    'ticker',
    'ticker',
    [40, 742, 784, 44],
    answer(
      [['内容'], ['级别'], ['时间']],
      [],
      [
        ['城北水厂二期设备安装逾期 23 天', '紧急', '10:32'],
        ['监理甲级资质 12 天后到期', '重要', '09:10'],
        ['元数据采集任务完成', '一般', '08:00'],
      ],
    ),
  );
  d.put('carousel', 'carousel', [856, 736, 600, 130], { props: { seconds: 6 } });
  d.put('page1', 'text', [868, 744, 576, 90], {
    parent: 'carousel',
    props: { text: '轮播第一页：鎏金大字', face: 'title', size: 40, gradient: 'gold', glow: true, align: 'center' },
  });
  d.put('page2', 'text', [868, 744, 576, 90], {
    parent: 'carousel',
    props: { text: '轮播第二页', size: 40, gradient: 'ice', align: 'center' },
  });
  d.put('time', 'time', [1472, 736, 200, 56], { props: { size: 40 } });
  d.put('marquee', 'text', [1690, 736, 206, 56], {
    props: { text: '今日无重大安全事件 · 连续安全生产 1,286 天', marquee: true, size: 18 },
  });
  const kinds = ['chevrons', 'beam', 'wave', 'radar', 'rings', 'dots', 'bars', 'slashes', 'bridge', 'hex'];
  kinds.forEach((kind, i) => d.put(`deco${i}`, 'decoration', [24 + i * 82, 804, 74, 60], { props: { kind } }));
  const borders = ['corner', 'bevel', 'double', 'bracket', 'dash', 'orbit', 'notch', 'rail', 'circuit', 'glass', 'tick', 'plate'];
  borders.forEach((kind, i) => {
    d.put(`border${i}`, 'border', [24 + (i % 6) * 146, 880 + Math.floor(i / 6) * 88, 136, 78], { props: { kind, fill: i % 2 === 0 } });
    d.put(`borderT${i}`, 'text', [24 + (i % 6) * 146, 880 + Math.floor(i / 6) * 88, 136, 78], {
      props: { text: kind, size: 16, align: 'center' },
    });
  });
  d.data(
    'nested',
    'ring',
    [920, 880, 300, 160],
    answer(
      [['项']],
      [['率', percent]],
      [
        ['培训', 0.86],
        ['持证', 0.74],
        ['出勤', 0.97],
      ],
    ),
    { props: { look: 'nested' } },
  );
  const days = Array.from(
    { length: 90 },
    (_, i) => [new Date(Date.UTC(2026, 7, 20 + i)).toISOString().slice(0, 10), (i * 37) % 23] as const,
  );
  d.data('days', 'statusGrid', [1240, 880, 330, 170], answer([['日', { type: 'date' }]], [['任务', whole('个')]], days), {
    props: { look: 'calendar' },
  });
  d.put('frame', 'frame', [1590, 880, 306, 76], { props: { path: 'https://example.com/' } });
  d.put('image', 'image', [1590, 966, 150, 80]);
  d.put('video', 'video', [1746, 966, 150, 80], { props: { fileName: 'x.avi' } });
  d.data(
    'longTable',
    'scrollTable',
    [1472, 800, 424, 74],
    answer(
      [['编号'], ['名称']],
      [['数']],
      Array.from({ length: 5000 }, (_, i) => [`N${i}`, `第 ${i} 行`, i]),
    ),
    { props: { header: false, rowHeight: 36, index: true } },
  );
  return d.demo({
    theme,
    background: { color: '#030B1E', preset: 'hex' },
    filters: [
      { id: 'year', label: '年度', kind: 'year', value: '2026', required: true },
      { id: 'dept', label: '分公司', kind: 'multi' },
    ],
  });
}
const types = () =>
  answer(
    [['名称']],
    [['值']],
    [
      ['甲', 3],
      ['乙', 2],
    ],
  );
