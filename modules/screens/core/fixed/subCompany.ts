import { MONTH, narrow, Sheet, stack, type Figure, yi } from './layout/index.ts';
import { AGES, AREAS, barsAndLine, DUEL } from './shared-charts.ts';

const s = new Sheet();
const [rankBox, goalBox, costBox] = stack('left', [9, 7, 8]);
const [radarBox, matrixBox, ageBox] = stack('right', [8, 9, 7]);
const [k1, k2, hero, trendBox] = stack('centre', [104, 104, 460, 236]);
const figures: Figure[] = [
  { label: '新签合同额', measures: ['contract_amount', 'contract_amount_yoy', 'contract_due'] },
  { label: '营业收入', measures: ['revenue', 'revenue_yoy', 'revenue_due'], color: 'good' },
  { label: '利润总额', measures: ['profit', 'profit_yoy', 'profit_due'], color: 'gold' },
  { label: '回款率', measures: ['collection_rate', 'on_time_rate 按期'], color: 'accent2' },
  { label: '产值完成率', measures: ['output_rate', 'output 实际'], color: 'accent2' },
  { label: '在建项目', set: 'now', measures: ['active_projects', 'delayed_projects 延期'], color: 'gold' },
  { label: '在岗人数', set: 'staff', measures: ['headcount', 'outsourced 外包'], color: 's2' },
  { label: '有效证书', set: 'now', measures: ['certificates', 'expiring 90天内到期'] },
];
s.head('数智大脑 · 子公司', { steps: true }).figures([k1!, k2!], figures, 34);
s.panel('compare', hero!, { title: '经营单位对照', sub: '各项完成率 · 100% 为年度目标', weight: 'hero' }, (box, own) =>
  s.data(
    'grid',
    'statusGrid',
    box,
    {
      set: 'branch',
      rows: ['short_name'],
      measures: [yi('contract_amount'), 'contract_rate', yi('revenue'), 'revenue_rate', 'collection_rate', 'profit_rate', 'output_rate'],
      by: '-m0',
    },
    { ...own, props: { scale: 'column' }, actions: [narrow('branch', 'short_name', ['rank'])] },
  ),
)
  .panel('ranks', rankBox!, { title: '营业收入排行', sub: '同比 · 目标刻度', weight: 'list' }, (box, own) =>
    s.data(
      'rank',
      'rank',
      box,
      { set: 'branch', rows: ['short_name'], measures: [yi('revenue'), 'revenue_yoy', 'revenue_target'], by: '-m0' },
      { ...own, props: { page: 7 } },
    ),
  )
  .panel('goals', goalBox!, { title: '目标完成', sub: '实际 / 年度目标', weight: 'list' }, (box, own) =>
    s.data(
      'goal',
      'progress',
      box,
      { set: 'goal', rows: ['item'], measures: [yi('actual'), yi('target')], by: '-m1' },
      { ...own, props: { most: 5 } },
    ),
  )
  .panel('costs', costBox!, { title: '业务与区域', weight: 'slab' }, (box) =>
    s.pages('costPages', box, 'costs', [
      [
        '业务结构',
        (own) =>
          s.chart(
            'business',
            box,
            {
              set: 'business',
              rows: ['business_name'],
              measures: barsAndLine(['revenue'], 'margin'),
              by: '-m0',
              chartType: 'dual',
            },
            { ...own, name: '业务结构', actions: [{ do: 'detail' }] },
          ),
      ],
      ['区域贡献', (own) => s.chart('area', box, AREAS, { ...own, name: '区域贡献', actions: [{ do: 'drill' }] })],
    ]),
  )
  .panel('radars', radarBox!, { title: '两家对比', weight: 'slab' }, ([x, y, w, h], own) => {
    s.put('peerFilter', 'filter', [x + w - 232, y - 38, 232, 30], {
      parent: own.parent,
      name: '对比单位',
      props: { filter: 'peer', size: 14, look: 'stepper' },
    });
    s.chart(
      'radar',
      [x, y, w, h],
      {
        set: 'duel',
        rows: [{ col: 'item', sort: 'custom', order: ['新签', '营收', '回款', '利润', '产值'] }],
        columns: ['short_name'],
        measures: ['score 得分'],
        chartType: 'radar',
        seriesType: 'arearadar',
        options: { legend: { show: true, position: 'right' }, colors: DUEL },
      },
      { ...own, actions: [{ do: 'detail' }] },
    );
  })
  .panel('matrix', matrixBox!, { title: '资质矩阵', sub: '有效证书 · 单位 × 注册类型', weight: 'slab' }, (box, own) =>
    s.data(
      'cert',
      'statusGrid',
      box,
      {
        set: 'certificate',
        rows: ['org_name', 'top_short'],
        measures: [{ col: 'n', format: { kind: 'number', scale: 'none', unit: '', digits: 0, thousands: false } }],
        filters: [{ col: 'is_branch', op: 'eq', value: '1' }],
      },
      { ...own, props: { scale: 'all' } },
    ),
  )
  .panel('ages', ageBox!, { title: '应收与逾期', sub: '按账龄', weight: 'list' }, (box, own) =>
    s.data(
      'age',
      'segments',
      box,
      {
        set: 'receivable',
        rows: [{ col: 'age_name', sort: 'custom', order: ['3个月内', '3–6个月', '6–12个月', '1年以上'] }],
        measures: [yi('amount')],
      },
      { ...own, props: { most: 4, tags: AGES }, actions: [{ do: 'detail' }] },
    ),
  )
  .panel('months', trendBox!, { title: '月度经营', sub: '与上年同月', weight: 'trend' }, (box, own) =>
    s.chart(
      'trend',
      box,
      {
        set: 'month',
        rows: [MONTH],
        measures: barsAndLine(['revenue', 'revenue_before'], 'profit_rate'),
        chartType: 'dual',
      },
      { ...own, actions: [{ do: 'detail' }] },
    ),
  );
export const subCompany = s.done();
