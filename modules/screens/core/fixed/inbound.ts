import { BLUES, MONTH, setId, Sheet, stack, wan, type Figure } from './layout/index.ts';
import { barsAndLine } from './shared-charts.ts';

const s = new Sheet();
const [channelBox, mapBox, replyBox] = stack('left', [7, 10, 7]);
const [funnelBox, ownerBox, lostBox] = stack('right', [8, 8, 8]);
const [k1, k2, hero, trendBox] = stack('centre', [104, 88, 468, 244]);
const figures: Figure[] = [
  { label: '线索数', set: 'inbound', measures: ['leads', 'leads_yoy'] },
  { label: '商机数', set: 'inbound', measures: ['opportunities', 'signed 签约'], color: 'accent2' },
  { label: '商机金额', set: 'inbound', measures: ['amount', 'signed_amount 签约'], color: 'good' },
  { label: '在途金额', set: 'inbound', measures: ['pipeline', 'win_share 赢单率'], color: 's2' },
  { label: '转化率', set: 'inbound', measures: ['conversion'], color: 'gold' },
  { label: '平均成交周期', set: 'inbound', measures: ['cycle_days'], goodWhen: 'down' },
  { label: '新客户', set: 'inbound', measures: ['new_count'], color: 'good' },
  { label: '复购率', set: 'inbound', measures: ['repeat_rate'], color: 'accent2' },
];
s.head('数智大脑 · 招商获客').figures([k1!, k2!], figures, 34);
s.panel('flows', hero!, { title: '获客流向', sub: '来源 → 到达阶段 → 结果', weight: 'hero' }, (box, own) =>
  s.chart(
    'flow',
    box,
    { set: 'flow', rows: ['source_name', 'reached_name', 'result_name'], measures: ['n'], chartType: 'sankey' },
    { ...own, actions: [{ do: 'detail' }] },
  ),
)
  .panel('channels', channelBox!, { title: '来源渠道', sub: '线索数', weight: 'list' }, (box, own) =>
    s.data(
      'channel',
      'rank',
      box,
      {
        set: 'channel',
        rows: ['source_name'],
        measures: ['leads', 'conversion'],
        by: '-m0',
        topN: { n: 5, by: 'm0', of: 'd0', others: false },
      },
      { ...own, props: { page: 5, delta: false } },
    ),
  )
  .panel('areas', mapBox!, { title: '商机分布', weight: 'slab' }, (box) =>
    s.pages('areaPages', box, 'areas', [
      [
        '区域',
        (own) =>
          s.chart(
            'area',
            box,
            {
              set: 'lead_area',
              rows: ['province_name'],
              measures: ['n', 'amount'],
              drill: ['province_name', 'city_name'],
              chartType: 'map',
              options: { map: { drill: true, inset: true }, legend: { show: false } },
            },
            { ...own, name: '商机区域', actions: [{ do: 'drill' }] },
          ),
      ],
      [
        '客户类型',
        (own) =>
          s.chart(
            'type',
            box,
            {
              set: 'lead_area',
              rows: ['type_name', 'province_name'],
              measures: ['amount'],
              by: '-m0',
              topN: { n: 6, by: 'm0', of: 'd1', others: true },
              chartType: 'treemap',
              options: { colors: BLUES },
            },
            { ...own, name: '客户类型 × 区域', actions: [{ do: 'detail' }] },
          ),
      ],
    ]),
  )
  .panel('follows', replyBox!, { title: '待跟进商机', sub: '按下次跟进日', weight: 'slab' }, (box, own) =>
    s.data(
      'follow',
      'scrollTable',
      box,
      {
        set: 'follow',
        rows: ['light', 'name', 'stage_name', { col: 'next_follow_date', sort: 'desc' }],
        measures: [wan('amount')],
        filters: [{ col: 'light', op: 'ne', value: '正常' }],
        by: '-d3',
        limit: 100,
      },
      {
        ...own,
        props: {
          columns: [
            { key: 'd0', title: '提醒', width: 68, kind: 'tag' },
            { key: 'd1', title: '商机', kind: 'strong' },
            { key: 'd2', title: '阶段', width: 58, kind: 'dim' },
            { key: 'm0', title: '金额', width: 64 },
          ],
        },
        actions: [{ do: 'detail' }],
      },
    ),
  )
  .panel('funnels', funnelBox!, { title: '商机漏斗', sub: '点击列出该阶段商机', weight: 'slab' }, (box, own) =>
    s.chart(
      'funnel',
      box,
      {
        set: 'funnel',
        rows: [{ col: 'stage', sort: 'custom', order: ['线索', '商机', '方案', '招投标', '签约'] }],
        measures: ['n'],
        chartType: 'funnel',
      },
      {
        ...own,
        actions: [{ do: 'filter', map: [{ col: 'stage', dataSetId: setId('follow'), target: 'stage_name' }], items: ['follow'] }],
      },
    ),
  )
  .panel('owners', ownerBox!, { title: '跟进人签约', sub: '金额', weight: 'list' }, (box, own) =>
    s.data(
      'owner',
      'rank',
      box,
      { set: 'owner', rows: ['owner_name'], measures: ['signed_amount'], by: '-m0', limit: 10 },
      { ...own, props: { page: 5 } },
    ),
  )
  .panel('losts', lostBox!, { title: '丢单原因', sub: '丢单数', weight: 'slab' }, (box, own) =>
    s.data(
      'lostList',
      'rank',
      box,
      { set: 'lost', rows: ['lost_reason'], measures: ['n'], by: '-m0' },
      { ...own, props: { page: 6, medals: false, delta: false }, actions: [{ do: 'detail' }] },
    ),
  )
  .panel('months', trendBox!, { title: '新增与签约', sub: '按月', weight: 'trend' }, (box, own) =>
    s.chart(
      'trend',
      box,
      {
        set: 'lead_month',
        rows: [MONTH],
        measures: barsAndLine(['leads', 'signed'], 'signed_amount'),
        chartType: 'dual',
      },
      { ...own, actions: [{ do: 'detail' }] },
    ),
  );
export const inbound = s.done();
