import { DAY, HEIGHT, jump, MONTH, Sheet, toScreen, wan, yi } from './layout/index.ts';
import { MAP_WALL } from './walls.ts';
import { barsAndLine } from './shared-charts.ts';

const s = new Sheet();
const [leftX, leftW] = MAP_WALL.left;
const [rightX, rightW] = MAP_WALL.right;
const [mapX, mapY, mapW] = MAP_WALL.map;
/** The head of the column says what is counted. */
const COUNT = (col: string) => ({ col, format: { kind: 'number' as const, unit: '', digits: 0, thousands: true } });
const plain = { color: 'text', props: { look: 'plain', target: false } };

s.head('市场部').data(
  'rate',
  'kpi',
  [leftX - 18, 84, leftW + 18, 156],
  { set: 'company', measures: ['win_rate', 'opened_count 已开标'] },
  { name: '中标率', props: { label: '中标率', look: 'plain', align: 'top', size: 96, color: 'text', second: 'note' } },
);
[
  { label: '投标数', set: 'company', measures: ['bid_count', 'win_count 中标'] },
  { label: '中标额', set: 'company', measures: ['win_amount', 'contract_count 签约'] },
  { label: '平均降幅', set: 'market', measures: ['discount', 'limit_total 限价'] },
  { label: '新签合同额', set: 'company', measures: ['contract_amount', 'contract_amount_yoy'] },
  { label: '在投金额', set: 'market', measures: ['bidding_amount', 'bidding_count 在投'] },
  { label: '保证金占用', set: 'market', measures: ['deposit', 'deposit_count 未退'] },
  { label: '战略客户', set: 'now', measures: ['strategic_customers', 'customers 客户'] },
].forEach(({ label, set, measures }, i) =>
  s.data(
    `kpi${i + 1}`,
    'kpi',
    [leftX - 18, 256 + i * 114, leftW + 18, 106],
    { set, measures },
    {
      name: label,
      props: { ...plain.props, color: 'text', label, size: 40, second: measures[1]!.endsWith('_yoy') ? 'auto' : 'note' },
    },
  ),
);
s.data(
  'map',
  'calloutMap',
  [mapX, mapY, mapW, 700],
  {
    set: 'bid_area',
    rows: ['province_name', 'unit_name'],
    measures: [yi('bid_amount'), yi('win_amount'), 'relative_rate', 'opened'],
    by: '-m1',
    limit: 100,
  },
  { name: '投标版图', props: { most: 11 }, actions: [jump(toScreen('subCompany'), 'unit_name>org')] },
)
  .title('trendTitle', [mapX - 38, 792, 600, 40], '投标与中标', '按月')
  .chart(
    'trend',
    [mapX - 8, 832, mapW, 232],
    { set: 'month', rows: [MONTH], measures: barsAndLine(['bid_count', 'win_count'], 'win_rate'), chartType: 'dual' },
    { name: '投标与中标', actions: [{ do: 'detail' }] },
  )
  .rule('rule', MAP_WALL.rule, 96, HEIGHT - 16)
  .title('tradeTitle', [rightX - 38, 84, rightW + 38, 40], '业务中标率', '')
  .data(
    'trade',
    'scrollTable',
    [rightX, 128, rightW, 368],
    { set: 'bid', rows: ['business_name'], measures: ['win_rate', COUNT('won'), COUNT('opened')], by: '-m0' },
    {
      name: '业务类型中标率',
      props: {
        rowHeight: 40,
        columns: [
          { key: 'd0', title: '业务', kind: 'strong' },
          { key: 'm1', title: '中标', width: 36 },
          { key: 'm2', title: '开标', width: 36 },
          { key: 'm0', title: '中标率', width: 56 },
        ],
      },
      actions: [{ do: 'detail' }],
    },
  )
  .title('dateTitle', [rightX - 38, 512, rightW + 38, 40], '未来30天开标', '')
  .data(
    'date',
    'riskList',
    [rightX, 556, rightW, 508],
    {
      set: 'bid_calendar',
      rows: ['project_name', 'business_name', { col: 'org_name' }, { col: 'bid_date', format: DAY }],
      measures: [wan('bid_amount')],
      by: 'd3',
      limit: 100,
    },
    { name: '未来30天开标', props: { summary: false, rowHeight: 92, most: 5, levels: '开标', unit: '场' }, actions: [{ do: 'detail' }] },
  );
export const marketView = s.done();
