import { DAY, jump, LONG_MONTH, perHead, Sheet, toPage, type Box, type Figure } from './layout/index.ts';
import { RANKS } from './shared-charts.ts';
import { flowHead, flowPages, FLOW_WALL } from './walls.ts';

const s = new Sheet();
const LADDER = ['在岗', '自有', '本科及以上', '中级及以上', '持证', '高级'];
const CERTIFICATES = '/project/practicingQualification';
const figures: Figure[] = [
  { label: '外包占比', set: 'staff', measures: ['outsourced_rate', 'outsourced 外包'], goodWhen: 'none' },
  { label: '本年入职', set: 'staff', measures: ['entries', 'leaves 离职'] },
  { label: '离职率', set: 'staff', measures: ['turnover', 'service 平均司龄'], goodWhen: 'down' },
  { label: '有效证书', set: 'now', measures: ['certificates', 'expiring 90天内到期'], to: jump(toPage(CERTIFICATES)) },
  { label: '中高级职称占比', set: 'staff', measures: ['title_rate', 'registered 注册人数'] },
  { label: '人均产值', measures: [perHead('output_per_head'), 'headcount_average 平均在岗'] },
  { label: '人工成本占比', set: 'staff', measures: ['labor_rate', 'labor_cost 人工成本'], goodWhen: 'down' },
];

s.head('人力资源');
flowHead(s, '在岗人数', { set: 'staff', measures: ['headcount', 'women_rate 女性', 'saturation 饱和度'] }, figures);
s.title('flowTitle', [10, 240, 700, 40], '人才梯队', '每一级都在上一级之内；高度 = 人数，框内 = 达到下一级的比例').data(
  'flow',
  'stageFlow',
  FLOW_WALL.flow,
  {
    set: 'ladder',
    rows: [{ col: 'step', sort: 'custom', order: LADDER }, 'series'],
    measures: ['n', 'missing'],
    limit: 200,
  },
  { name: '人才梯队', props: { lostLabel: '未达', judge: 'none' } },
);
s.rule('rule', FLOW_WALL.rule, 248, 656).data(
  'dueList',
  'riskList',
  FLOW_WALL.list,
  {
    set: 'certificate',
    rows: ['type_name', 'due_band', 'due_note', 'org_name', { col: 'valid_to', sort: 'asc', format: DAY }],
    filters: [{ col: 'days_left', op: 'lte', value: 90 }],
    by: 'd4',
    limit: 500,
  },
  {
    name: '90天内到期的证书',
    props: { title: '90天内到期的证书', unit: '本', levels: '30天内,60天内,90天内', most: 4, rowHeight: 66 },
    actions: [jump(toPage(CERTIFICATES))],
  },
);

const trendBox: Box = [48, 724, 500, 340];
const kindBox: Box = [608, 724, 330, 340];
const unitBox: Box = [1000, 724, 360, 340];
const certBox: Box = [1424, 724, 464, 340];
flowPages(s, 'months', '近24个月', trendBox, [
  [
    '入离职',
    (own) =>
      s.chart(
        'trend',
        trendBox,
        { set: 'trend', rows: [LONG_MONTH], measures: ['entries', 'leaves'], chartType: 'bar' },
        { ...own, name: '入职与离职' },
      ),
  ],
  [
    '在岗',
    (own) =>
      s.chart(
        'heads',
        trendBox,
        { set: 'trend', rows: [LONG_MONTH], measures: ['headcount'], chartType: 'line', options: { yAxis: { min: 0 } } },
        { ...own, name: '在岗人数' },
      ),
  ],
]);
s.rule('rule1', 576, 684, 1064);
flowPages(s, 'kinds', '结构', kindBox, [
  [
    '年龄',
    (own) =>
      s.chart(
        'age',
        kindBox,
        {
          set: 'age',
          rows: [{ col: 'age_band', sort: 'custom', order: ['30岁以下', '30–39岁', '40–49岁', '50岁及以上'] }],
          measures: ['male', 'female'],
          chartType: 'bar',
          seriesType: 'stackbarchart',
        },
        { ...own, name: '年龄结构' },
      ),
  ],
  [
    '学历',
    (own) =>
      s.data(
        'edu',
        'rank',
        kindBox,
        { set: 'people', rows: ['education'], measures: ['n'], by: '-m0' },
        { ...own, name: '学历结构', props: { page: 6, medals: false, delta: false, comet: false, color: 'accent2' } },
      ),
  ],
]);
s.rule('rule2', 968, 684, 1064);
flowPages(s, 'units', '单位', unitBox, [
  [
    '人均产值',
    (own) =>
      s.data(
        'perHead',
        'rank',
        unitBox,
        { set: 'hr_org', rows: ['org_name'], measures: [perHead('output_per_head')], by: '-m0' },
        {
          ...own,
          name: '单位人均产值',
          props: { page: 7, medals: false, delta: false, comet: false, color: 'accent2' },
          actions: [{ do: 'detail' }],
        },
      ),
  ],
  [
    '饱和度',
    (own) =>
      s.data(
        'busy',
        'rank',
        unitBox,
        { set: 'hr_org', rows: ['org_name'], measures: ['saturation'], by: '-m0' },
        {
          ...own,
          name: '单位饱和度',
          props: { page: 7, medals: false, delta: false, comet: false, max: 1, color: 'accent2' },
          actions: [{ do: 'detail' }],
        },
      ),
  ],
  ['职级', (own) => s.chart('title', unitBox, RANKS, { ...own, name: '单位职级结构', actions: [{ do: 'detail' }] })],
]);
s.rule('rule3', 1384, 684, 1064);
flowPages(s, 'certs', '执业与培训', certBox, [
  [
    '证书',
    (own) =>
      s.data(
        'cert',
        'rank',
        certBox,
        { set: 'certificate', rows: ['type_name'], measures: ['n'], by: '-m0', limit: 7 },
        {
          ...own,
          name: '执业证书',
          props: { page: 7, medals: false, delta: false, comet: false, color: 'accent2' },
          actions: [jump(toPage(CERTIFICATES))],
        },
      ),
  ],
  [
    '培训',
    (own) =>
      s.data(
        'train',
        'rank',
        certBox,
        { set: 'train', rows: ['category'], measures: ['hours'], by: '-m0' },
        { ...own, name: '培训学时', props: { page: 7, medals: false, delta: false, comet: false, color: 'accent2' } },
      ),
  ],
]);
export const human = s.done();
