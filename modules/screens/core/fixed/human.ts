import { BLUES, cut, DAY, jump, LONG_MONTH, narrow, perHead, Sheet, stack, toPage, type Figure } from './layout/index.ts';
import { RANKS } from './shared-charts.ts';

const s = new Sheet();
const [ageBox, eduBox, titleBox] = stack('left', [8, 8, 8]);
const [certBox, dueBox, trainBox] = stack('right', [8, 8, 8]);
const [k1, k2, hero, trendBox] = stack('centre', [104, 104, 460, 236]);
const figures: Figure[] = [
  { label: '在岗人数', set: 'staff', measures: ['headcount', 'women_rate 女性', 'master_rate 硕士及以上'] },
  { label: '外包占比', set: 'staff', measures: ['outsourced_rate', 'outsourced 外包', 'own 自有'], color: 's2', goodWhen: 'none' },
  { label: '本年入职', set: 'staff', measures: ['entries', 'leaves 离职'], color: 'good' },
  { label: '离职率', set: 'staff', measures: ['turnover', 'service 平均司龄'], color: 'gold', goodWhen: 'down' },
  {
    label: '有效证书',
    set: 'now',
    measures: ['certificates', 'expiring 90天内到期'],
    color: 'accent2',
    to: jump(toPage('/project/practicingQualification')),
  },
  { label: '中高级职称占比', set: 'staff', measures: ['title_rate', 'registered 注册人数'], color: 'good' },
  { label: '人均产值', measures: [perHead('output_per_head'), 'headcount_average 平均在岗'], color: 'accent' },
  { label: '人工成本占比', set: 'staff', measures: ['labor_rate', 'labor_cost 人工成本'], color: 'gold', goodWhen: 'down' },
];
s.head('人力资源').figures([k1!, k2!], figures, 34);
s.panel('orgs', hero!, { title: '组织与人员', sub: '面积 = 在岗人数', weight: 'hero' }, (box, own) =>
  s.chart(
    'org',
    box,
    {
      set: 'people',
      rows: ['org_name'],
      measures: ['n'],
      by: '-m0',
      topN: { n: 12, by: 'm0', of: 'd0', others: true },
      chartType: 'treemap',
      options: { colors: BLUES },
    },
    { ...own, actions: [narrow('people', 'org_name', ['edu', 'title'])] },
  ),
)
  .panel('ages', ageBox!, { title: '年龄结构', sub: '男 / 女', weight: 'strip' }, (box, own) =>
    s.chart(
      'age',
      box,
      {
        set: 'age',
        rows: [{ col: 'age_band', sort: 'custom', order: ['30岁以下', '30–39岁', '40–49岁', '50岁及以上'] }],
        measures: ['male', 'female'],
        chartType: 'bar',
        seriesType: 'stackbarchart',
      },
      own,
    ),
  )
  .panel('edus', eduBox!, { title: '学历结构', sub: '人数', weight: 'slab' }, (box, own) =>
    s.chart(
      'edu',
      box,
      {
        set: 'people',
        rows: ['education'],
        measures: ['n'],
        by: '-m0',
        chartType: 'pie',
        seriesType: 'donutpie',
        options: { legend: { show: true, position: 'right' } },
      },
      own,
    ),
  )
  .panel('titles', titleBox!, { title: '单位对比', weight: 'strip' }, (box) =>
    s.pages('titlePages', box, 'titles', [
      ['职级', (own) => s.chart('title', box, RANKS, { ...own, name: '单位职级结构', actions: [{ do: 'detail' }] })],
      [
        '人均产值',
        (own) =>
          s.data(
            'perHead',
            'rank',
            box,
            { set: 'hr_org', rows: ['org_name'], measures: [perHead('output_per_head')], by: '-m0' },
            { ...own, name: '单位人均产值', props: { page: 6, medals: false, delta: false }, actions: [{ do: 'detail' }] },
          ),
      ],
      [
        '饱和度',
        (own) =>
          s.data(
            'busy',
            'rank',
            box,
            { set: 'hr_org', rows: ['org_name'], measures: ['saturation'], by: '-m0' },
            { ...own, name: '单位饱和度', props: { page: 6, medals: false, delta: false, max: 1 }, actions: [{ do: 'detail' }] },
          ),
      ],
    ]),
  )
  .panel('certs', certBox!, { title: '执业证书', sub: '按类型 · 点击筛选', weight: 'list' }, (box, own) =>
    s.data(
      'cert',
      'rank',
      box,
      { set: 'certificate', rows: ['type_name'], measures: ['n'], by: '-m0', limit: 12 },
      {
        ...own,
        props: { page: 6, medals: false },
        actions: [narrow('certificate', 'type_name', ['dueList']), jump(toPage('/project/practicingQualification'))],
      },
    ),
  )
  .panel('dues', dueBox!, { title: '90天内到期', sub: '≤30天为红', weight: 'slab' }, (box, own) =>
    s.data(
      'dueList',
      'scrollTable',
      box,
      {
        set: 'certificate',
        rows: ['light', 'type_name', 'org_name', { col: 'valid_to', sort: 'asc', format: DAY }],
        measures: ['days_left'],
        filters: [{ col: 'days_left', op: 'lte', value: 90 }],
        by: 'd3',
        limit: 200,
      },
      {
        ...own,
        props: {
          columns: [
            { key: 'd0', title: '提醒', width: 56, kind: 'tag' },
            { key: 'd1', title: '证书', kind: 'strong' },
            { key: 'd2', title: '单位', width: 62, kind: 'dim' },
            { key: 'd3', title: '到期', width: 48 },
            { key: 'm0', title: '剩余', width: 42 },
          ],
        },
        actions: [jump(toPage('/project/practicingQualification'))],
      },
    ),
  )
  .panel('trains', trainBox!, { title: '培训与饱和度', sub: '本年', weight: 'slab' }, (box, own) => {
    const [a, b] = cut(box, Math.round(box[3] * 0.52));
    s.data(
      'rings',
      'ring',
      a,
      { set: 'staff', measures: ['train_rate 培训覆盖', 'saturation 饱和度', 'master_rate 硕士及以上'] },
      own,
    ).data('train', 'segments', b, { set: 'train', rows: ['category'], measures: ['hours'], by: '-m0' }, { ...own, props: { most: 3 } });
  })
  .panel('months', trendBox!, { title: '在岗与入离职', sub: '近24个月', weight: 'trend' }, (box, own) =>
    s.chart(
      'trend',
      box,
      {
        set: 'trend',
        rows: [LONG_MONTH],
        measures: [
          { col: 'entries', drawAs: 'bar', axis: 'right' },
          { col: 'leaves', drawAs: 'bar', axis: 'right' },
          { col: 'headcount', drawAs: 'line', axis: 'left' },
        ],
        chartType: 'dual',
        options: { yAxis: { name: '在岗', splitLine: true, min: 0 } },
      },
      own,
    ),
  );
export const human = s.done();
