import { severityColour } from '#kit/core/chart/severity.ts';
import { jump, LONG_MONTH, narrow, perHead, QUARTER, Sheet, split, stack, toScreen, YEAR, type Figure, yi } from './layout/index.ts';
import { AGES, barsAndLine, SCORES } from './shared-charts.ts';

const s = new Sheet();
const [k1, k2, hero, trendBox] = stack('centre', [104, 104, 424, 272]);
const [goalBox, riskBox] = stack('left', [9, 13]);
const [ageBox, radarBox, projectBox] = stack('right', [8, 8, 8]);
const first: Figure[] = [
  { label: '新签合同额', measures: ['contract_amount', 'contract_amount_yoy', 'contract_due'], to: jump(toScreen('marketView')) },
  { label: '营业收入', measures: ['revenue', 'revenue_yoy', 'revenue_due'], color: 'good' },
  { label: '回款额', measures: ['receipt', 'receipt_yoy', 'receipt_pace'], color: 'accent2' },
  { label: '利润总额', measures: ['profit', 'profit_yoy', 'profit_due'], color: 'gold' },
];
const second: Figure[] = [
  { label: '回款率', measures: ['collection_rate', 'on_time_rate 按期'], color: 'accent2' },
  { label: '手持合同额', set: 'now', measures: ['in_hand', 'receivable 应收'] },
  {
    label: '在建项目',
    set: 'now',
    measures: ['active_projects', 'delayed_projects 延期'],
    color: 'gold',
    to: jump(toScreen('engineering')),
  },
  { label: '人均产值', measures: [perHead('output_per_head'), 'headcount_average 平均在岗'], color: 's2', to: jump(toScreen('human')) },
];

s.head('数智大脑 · 驾驶舱').figures([k1!, k2!], [...first, ...second], 36);
s.panel('ring', hero!, { title: '集团与经营单位', sub: '线宽 = 新签合同额 · 点击进入该单位', weight: 'halo' }, ([x, y, w, h], own) =>
  s.data(
    'relation',
    'relation',
    [x, y, w, h],
    { set: 'branch', rows: ['short_name'], measures: [yi('contract_amount'), 'contract_rate 完成', 'contract_amount_yoy'], by: '-m0' },
    {
      ...own,
      props: { center: '集团新签', sub: '年度', most: 11, good: 85, warn: 70 },
      actions: [jump(toScreen('subCompany'), 'short_name>org')],
    },
  ),
)
  .panel('goals', goalBox!, { title: '目标达成', sub: '实际 / 年度目标', weight: 'list' }, (box, own) =>
    s.data(
      'bullets',
      'progress',
      box,
      { set: 'goal', rows: ['item'], measures: [yi('actual'), yi('target')], by: '-m1' },
      {
        ...own,
        props: { most: 5, height: 12 },
      },
    ),
  )
  .panel('risks', riskBox!, { title: '经营预警', sub: '点击类型筛选', weight: 'slab' }, ([x, y, w, h], own) => {
    s.data(
      'riskKinds',
      'segments',
      [x, y, w, 172],
      { set: 'warning', rows: ['kind'], measures: ['n'], by: '-m0' },
      {
        ...own,
        props: { most: 4 },
        actions: [narrow('warning', 'kind', ['riskList'])],
      },
    ).data(
      'riskList',
      'scrollTable',
      [x, y + 180, w, h - 180],
      {
        set: 'warning',
        rows: ['subject', 'org_name', 'detail'],
        limit: 200,
        filters: [{ col: 'level_name', op: 'eq', value: '严重' }],
      },
      {
        ...own,
        props: {
          columns: [
            { key: 'd0', kind: 'strong', title: '严重预警' },
            { key: 'd1', width: 76, kind: 'dim', title: '单位' },
            { key: 'd2', width: 106, title: '说明' },
          ],
          rowHeight: 34,
        },
      },
    );
  })
  .panel('ages', ageBox!, { title: '应收与业务', weight: 'list' }, (box) =>
    s.pages('agePages', box, 'ages', [
      [
        '账龄',
        (own) =>
          s.data(
            'age',
            'segments',
            box,
            {
              set: 'receivable',
              rows: [{ col: 'age_name', sort: 'custom', order: ['3个月内', '3–6个月', '6–12个月', '1年以上'] }],
              measures: [yi('amount')],
            },
            { ...own, name: '应收账龄', props: { most: 4, tags: AGES }, actions: [{ do: 'detail' }] },
          ),
      ],
      [
        '业务结构',
        (own) =>
          s.chart(
            'businessPie',
            box,
            {
              set: 'business',
              rows: ['business_name'],
              measures: ['contract_amount'],
              by: '-m0',
              topN: { n: 5, by: 'm0', of: 'd0', others: true },
              chartType: 'pie',
              seriesType: 'donutpie',
              options: { legend: { show: true, position: 'right' } },
            },
            { ...own, name: '业务结构', actions: [{ do: 'detail' }] },
          ),
      ],
    ]),
  )
  .panel('scores', radarBox!, { title: '五项得分', sub: '100 = 序时达标', weight: 'slab' }, (box, own) =>
    s.chart('radar', box, SCORES, own),
  )
  .panel('health', projectBox!, { title: '项目健康度', sub: '综合风险 ≥70 为红', weight: 'slab' }, (box, own) => {
    const [gauge, list] = split(box, 188);
    s.chart(
      'risk',
      gauge,
      {
        set: 'project',
        measures: ['risk_score 综合风险'],
        filters: [{ col: 'status_name', op: 'eq', value: '在建' }],
        chartType: 'gauge',
        seriesType: 'grade',
        options: {
          min: 0,
          max: 100,
          grades: [
            { to: 40, color: severityColour(1, 'screen') },
            { to: 70, color: severityColour(2, 'screen') },
            { to: 100, color: severityColour(4, 'screen') },
          ],
        },
      },
      own,
    ).data(
      'lights',
      'progress',
      list,
      { set: 'project', rows: ['light'], measures: ['n'], by: '-m0' },
      { ...own, props: { most: 4, percent: false }, actions: [jump(toScreen('engineering'))] },
    );
  })
  .panel('months', trendBox!, { title: '经营走势与预测', weight: 'trend' }, (box) =>
    s.pages('monthPages', box, 'months', [
      [
        '月',
        (own) =>
          s.chart(
            'trend',
            box,
            {
              set: 'trend',
              rows: [LONG_MONTH],
              measures: barsAndLine(['contract_amount', 'revenue'], 'contract_rolling'),
              chartType: 'dual',
              // the month of the data is not over
              options: { forecast: { ahead: 6, open: true }, symbol: false },
            },
            { ...own, name: '近24个月走势', actions: [{ do: 'detail' }] },
          ),
      ],
      [
        '季',
        (own) =>
          s.chart(
            'quarters',
            box,
            {
              set: 'history',
              rows: [QUARTER],
              measures: barsAndLine(['contract_amount', 'revenue'], 'profit'),
              chartType: 'dual',
              options: { forecast: { ahead: 3, open: true } },
            },
            { ...own, name: '季度走势', actions: [{ do: 'detail' }] },
          ),
      ],
      [
        '年',
        (own) =>
          s.chart(
            'years',
            box,
            {
              set: 'history',
              rows: [YEAR],
              measures: barsAndLine(['contract_amount', 'revenue'], 'profit'),
              chartType: 'dual',
            },
            { ...own, name: '年度走势', actions: [{ do: 'detail' }] },
          ),
      ],
    ]),
  );
export const cockpit = s.done({ noWatermark: true });
