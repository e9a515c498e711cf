import { cut, DAY, jump, MONTH, Sheet, stack, toScreen, yi } from '../layout/index.ts';
import { RANKS } from './shared-charts.ts';

const s = new Sheet();
const [rankBox, typeBox, talentBox] = stack('left', [8, 7, 8]);
const [goalBox, feedBox, certBox] = stack('right', [8, 7, 8]);
const [figureBox, heroBox, trendBox] = stack('centre', [14, 72, 34]);

s.head('数智大脑 · 领导视图')
  .figures(
    [figureBox!],
    [
      { label: '年度新签合同额', measures: ['contract_amount', 'contract_amount_yoy', 'contract_due'], to: jump(toScreen('marketView')) },
      { label: '营业收入', measures: ['revenue', 'revenue_yoy', 'revenue_due'], color: 'good', to: jump(toScreen('cockpit')) },
      {
        label: '在建项目',
        set: 'now',
        measures: ['active_projects', 'delayed_projects 延期'],
        color: 'gold',
        to: jump(toScreen('engineering')),
      },
      { label: '在岗人数', set: 'now', measures: ['headcount', 'certificates 有效证书'], color: 's2', to: jump(toScreen('human')) },
    ],
  )
  .data(
    'map',
    'heroMap',
    heroBox!,
    {
      set: 'area',
      rows: ['province_name'],
      measures: ['contract_count', 'contract_amount'],
      chartType: 'map',
      drill: ['province_name', 'city_name'],
      by: '-m0',
    },
    { name: '业务版图', props: { hub: '南京市', unit: '份', points: 12 }, actions: [{ do: 'drill' }] },
  );
const [coverX, coverY] = heroBox!;
s.put('cover', 'border', [coverX, coverY, 190, 138], { props: { kind: 'bracket', fill: true } }).data(
  'coverList',
  'segments',
  [coverX + 12, coverY + 6, 166, 126],
  { set: 'cover', rows: ['item'], measures: ['value', 'full_value'], by: 'm1' },
  { name: '业务覆盖', props: { cell: 4, most: 3 } },
);

s.panel('branches', rankBox!, { title: '分子公司新签排行', sub: '同比 · 目标刻度', weight: 'list' }, (box, own) =>
  s.data(
    'rank',
    'rank',
    box,
    { set: 'branch', rows: ['short_name'], measures: [yi('contract_amount'), 'contract_amount_yoy', 'contract_target'], by: '-m0' },
    { ...own, props: { page: 6 }, actions: [jump(toScreen('subCompany'), 'short_name>org')] },
  ),
)
  .panel('types', typeBox!, { title: '在建项目类型', sub: '点击看工程技术', weight: 'slab' }, (box, own) =>
    s.chart(
      'typePie',
      box,
      {
        set: 'project',
        rows: ['type_name'],
        measures: ['n'],
        filters: [{ col: 'status_name', op: 'eq', value: '在建' }],
        chartType: 'pie',
        seriesType: 'donutpie',
        by: '-m0',
        options: { legend: { show: true, position: 'right' } },
      },
      { ...own, actions: [jump(toScreen('engineering'))] },
    ),
  )
  .panel('talent', talentBox!, { title: '人才梯队', sub: '单位 × 职级', weight: 'strip' }, (box, own) =>
    s.chart('talentBars', box, RANKS, { ...own, actions: [jump(toScreen('human'), 'org_name>org')] }),
  )
  .panel('goals', goalBox!, { title: '经营目标达成', sub: '实际 / 年度目标 · 同比', weight: 'list' }, (box, own) =>
    s.data(
      'goal',
      'scorecard',
      box,
      { set: 'goal', rows: ['item'], measures: [yi('actual'), yi('target'), { col: 'yoy', alias: '同比' }], by: '-m1' },
      {
        ...own,
        props: { most: 5, near: 80 },
      },
    ),
  )
  .panel('news', feedBox!, { title: '成果与资质动态', sub: '近一年 · 90天内到期', weight: 'slab' }, (box, own) =>
    s.data(
      'feed',
      'scrollTable',
      box,
      {
        set: 'feed',
        rows: ['kind', 'title', { col: 'day', format: DAY }, 'state'],
        filters: [{ col: 'place', op: 'lte', value: 2 }],
        limit: 40,
        by: '-d2',
      },
      {
        ...own,
        props: {
          columns: [
            { key: 'd0', width: 76, kind: 'dim' },
            { key: 'd1', kind: 'strong' },
            { key: 'd2', width: 62 },
            { key: 'd3', width: 98, kind: 'tag' },
          ],
          rowHeight: 36,
        },
      },
    ),
  )
  .panel('risks', certBox!, { title: '数据治理与风险', sub: '覆盖率 · 经营预警', weight: 'slab' }, (box, own) => {
    const [rings, list] = cut(box, 124);
    s.data(
      'governed',
      'ring',
      rings,
      { set: 'tables', measures: ['owned_rate 责任人覆盖', 'described_rate 中文名覆盖'] },
      {
        ...own,
        actions: [jump(toScreen('smartData'))],
      },
    ).data(
      'riskKinds',
      'segments',
      list,
      { set: 'warning', rows: ['kind'], measures: ['n'], by: '-m0' },
      {
        ...own,
        props: { most: 4 },
        actions: [{ do: 'detail' }],
      },
    );
  })
  .panel('months', trendBox!, { title: '新签、营收与回款率', sub: '按月', weight: 'trend' }, (box, own) =>
    s.chart(
      'trend',
      box,
      {
        set: 'month',
        rows: [MONTH],
        measures: [
          { col: 'contract_amount', drawAs: 'bar', axis: 'left' },
          { col: 'revenue', drawAs: 'bar', axis: 'left' },
          { col: 'collection_rate', drawAs: 'line', axis: 'right' },
        ],
        chartType: 'dual',
      },
      { ...own, actions: [{ do: 'detail' }] },
    ),
  );
export const leaderView = s.done();
