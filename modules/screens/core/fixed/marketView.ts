import { cut, DAY, jump, LONG_MONTH, MONTH, narrow, Sheet, stack, toScreen, wan, type Figure } from './layout/index.ts';
import { barsAndLine } from './shared-charts.ts';

const s = new Sheet();
const [bizBox, rivalBox, bandBox] = stack('left', [10, 8, 6]);
const [customerBox, dateBox, innerBox] = stack('right', [8, 7, 9]);
const [k1, k2, hero, trendBox] = stack('centre', [104, 92, 460, 248]);
const figures: Figure[] = [
  { label: '投标数', measures: ['bid_count', 'win_count 中标'] },
  { label: '中标额', measures: ['win_amount', 'contract_count 签约'], color: 'good' },
  { label: '中标率', measures: ['win_rate', 'opened_count 已开标'], color: 'gold' },
  { label: '平均降幅', set: 'market', measures: ['discount', 'limit_total 限价'], color: 's2', goodWhen: 'none' },
  { label: '新签合同额', measures: ['contract_amount', 'contract_amount_yoy'], color: 'accent2', to: jump(toScreen('leaderView')) },
  { label: '在投金额', set: 'market', measures: ['bidding_amount', 'bidding_count 在投'], color: 'good' },
  { label: '保证金占用', set: 'market', measures: ['deposit', 'deposit_count 未退'], color: 'gold' },
  { label: '战略客户', set: 'now', measures: ['strategic_customers', 'strategic_rate 占比', 'customers 客户'], color: 's2' },
];

s.head('数智大脑 · 市场部')
  .figures([k1!, k2!], figures, 36)
  .data(
    'map',
    'heroMap',
    hero!,
    {
      set: 'area',
      rows: ['province_name'],
      measures: [
        { col: 'contract_amount', format: { kind: 'number', scale: 'auto', unit: '元', digits: null, thousands: true } },
        'contract_count',
      ],
      chartType: 'map',
      drill: ['province_name', 'city_name'],
      by: '-m0',
    },
    { name: '区域新签', props: { hub: '南京市', points: 10 }, actions: [{ do: 'drill' }] },
  )
  .panel('trades', bizBox!, { title: '业务类型中标率', sub: '已开标', weight: 'list' }, (box, own) =>
    s.data(
      'trade',
      'rank',
      box,
      { set: 'bid', rows: ['business_name'], measures: ['win_rate'], by: '-m0' },
      {
        ...own,
        props: { page: 8, medals: false, delta: false, max: 1 },
        actions: [{ do: 'detail' }],
      },
    ),
  )
  .panel('rivals', rivalBox!, { title: '竞争对手', sub: '交锋 · 我方胜率', weight: 'slab' }, (box, own) =>
    s.data(
      'rival',
      'scrollTable',
      box,
      {
        set: 'bid',
        rows: ['competitor'],
        measures: ['opened', 'won', 'win_rate'],
        filters: [{ col: 'competitor', op: 'notnull' }],
        by: '-m0',
        limit: 30,
      },
      {
        ...own,
        props: {
          columns: [
            { key: 'd0', title: '对手', kind: 'strong' },
            { key: 'm0', title: '交锋', width: 88, kind: 'bar' },
            { key: 'm1', title: '中标', width: 62 },
            { key: 'm2', title: '胜率', width: 70 },
          ],
        },
        actions: [{ do: 'detail' }],
      },
    ),
  )
  .panel('bands', bandBox!, { title: '合同额区间', sub: '新签合同数', weight: 'strip' }, (box, own) =>
    s.chart(
      'band',
      box,
      {
        set: 'band',
        rows: [{ col: 'band_name', sort: 'custom', order: ['50万以下', '50–100万', '100–500万', '500–2000万', '2000万以上'] }],
        measures: ['n'],
        chartType: 'bar',
        seriesType: 'barchart',
      },
      own,
    ),
  )
  .panel('customers', customerBox!, { title: '重点客户 TOP10', sub: '全集团签约金额', weight: 'list' }, (box, own) =>
    s.data(
      'customer',
      'rank',
      box,
      { set: 'customer', rows: ['customer_name'], measures: ['contract_amount'], by: '-m0', limit: 10 },
      { ...own, props: { page: 5 } },
    ),
  )
  .panel('dates', dateBox!, { title: '未来30天开标', sub: '点击看明细', weight: 'slab' }, (box, own) =>
    s.data(
      'date',
      'scrollTable',
      box,
      {
        set: 'bid_calendar',
        rows: [{ col: 'bid_date', sort: 'asc', format: DAY }, 'project_name', 'org_name'],
        measures: [wan('bid_amount')],
        by: 'd0',
        limit: 100,
      },
      {
        ...own,
        props: {
          columns: [
            { key: 'd0', title: '开标', width: 54 },
            { key: 'd1', title: '项目', kind: 'strong' },
            { key: 'd2', title: '单位', width: 74, kind: 'dim' },
            { key: 'm0', title: '报价', width: 64 },
          ],
        },
        actions: [{ do: 'detail' }],
      },
    ),
  )
  .panel('inner', innerBox!, { title: '客户行业与集团内外', sub: '签约金额', weight: 'slab' }, (box, own) => {
    const [pie, foot] = cut(box, box[3] - 104);
    s.chart(
      'industry',
      pie,
      {
        set: 'customer',
        rows: ['industry'],
        measures: ['contract_amount'],
        by: '-m0',
        topN: { n: 4, by: 'm0', of: 'd0', others: true },
        chartType: 'pie',
        seriesType: 'donutpie',
        options: { legend: { show: true, position: 'right' } },
      },
      { ...own, actions: [narrow('customer', 'industry', ['customer'])] },
    ).data(
      'innerOuter',
      'progress',
      foot,
      { set: 'inner', rows: ['item'], measures: ['amount', 'total'], by: '-m0' },
      { ...own, props: { most: 2, target: false } },
    );
  })
  .panel('months', trendBox!, { title: '投标走势', weight: 'trend' }, (box) =>
    s.pages('monthPages', box, 'months', [
      [
        '投标与中标',
        (own) =>
          s.chart(
            'trend',
            box,
            {
              set: 'month',
              rows: [MONTH],
              measures: barsAndLine(['bid_count', 'win_count'], 'win_rate'),
              chartType: 'dual',
            },
            { ...own, name: '投标与中标', actions: [{ do: 'detail' }] },
          ),
      ],
      [
        '价格指数',
        (own) =>
          s.chart(
            'price',
            box,
            {
              set: 'price',
              rows: [LONG_MONTH],
              measures: [
                { col: 'price_index', drawAs: 'line', axis: 'left' },
                { col: 'base_line', alias: '上年平均 = 100', drawAs: 'line', axis: 'left' },
                { col: 'discount', drawAs: 'bar', axis: 'right', color: '#2E5FB3' },
              ],
              chartType: 'dual',
              options: { yAxis: { min: 90, max: 110, name: '指数' }, symbol: false },
            },
            { ...own, name: '中标价格指数', actions: [{ do: 'detail' }] },
          ),
      ],
    ]),
  );
export const marketView = s.done();
