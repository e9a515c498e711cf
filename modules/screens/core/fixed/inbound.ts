import { MONTH, row, setId, Sheet, wan, type Figure } from './layout/index.ts';

const s = new Sheet();
const STAGES = ['线索', '商机', '方案', '招投标', '签约'];
const figure = (label: string, measures: Figure['measures'], props: Figure['props'] = {}): Figure => ({
  label,
  set: 'inbound',
  measures,
  color: 'text',
  props: { look: 'plain', target: false, ...props },
});

s.head('招商获客').data(
  'rate',
  'kpi',
  [30, 84, 380, 150],
  { set: 'inbound', measures: ['conversion', 'leads 线索', 'signed 签约'] },
  { name: '转化率', props: { label: '转化率', look: 'plain', align: 'top', size: 96, color: 'text', second: 'note' } },
);
s.figures(
  [[440, 92, 1440, 124]],
  [
    figure('线索数', ['leads', 'leads_yoy']),
    figure('商机数', ['opportunities', 'lost 丢单']),
    figure('商机金额', ['amount', 'signed_amount 签约']),
    figure('在途金额', ['pipeline', 'win_share 赢单率']),
    figure('平均成交周期', ['cycle_days'], { goodWhen: 'down' }),
    figure('新客户', ['new_count', 'customer_count 签约客户']),
    figure('复购率', ['repeat_rate', 'strategic_rate 战略客户']),
  ],
  40,
);
s.title('flowTitle', [10, 248, 900, 40], '线索走到哪一步', '高度 = 线索数，框内 = 走到下一环节的比例')
  .data(
    'flow',
    'stageFlow',
    [48, 296, 1480, 456],
    {
      set: 'process',
      rows: [{ col: 'stage', sort: 'custom', order: STAGES }, 'source_name'],
      measures: ['n', 'lost', 'still_open', 'n_before', 'amount'],
      limit: 200,
    },
    {
      name: '获客过程',
      props: { beforeLabel: '去年' },
      actions: [{ do: 'filter', map: [{ col: 'stage', dataSetId: setId('follow'), target: 'stage_name' }], items: ['follow'] }],
    },
  )
  .title('followTitle', [1522, 248, 380, 40], '今天该推进', '超期未跟进')
  .data(
    'follow',
    'riskList',
    [1560, 296, 328, 456],
    {
      set: 'follow',
      rows: ['name', 'light', 'stage_name', 'org_name', { col: 'next_follow_date', format: { kind: 'date', pattern: 'MM-DD' } }],
      measures: [wan('amount')],
      filters: [{ col: 'light', op: 'ne', value: '正常' }],
      by: '-m0',
      limit: 500,
    },
    {
      name: '今天该推进',
      props: { title: '今天该推进', unit: '个', levels: '逾期,待跟进', summary: false, rowHeight: 80, most: 5 },
      actions: [{ do: 'detail' }],
    },
  );

const trends = row([48, 816, 1400, 248], 4, 40);
s.title('trendTitle', [10, 764, 480, 40], '各环节转化率', '浅色线为上年平均，四图同一刻度').rule('rule', 1488, 776, 1064);
STAGES.slice(1).forEach((step, i) => {
  const [x, y, w, h] = trends[i]!;
  const name = `${STAGES[i]} → ${step}`;
  s.put(`step${i + 1}Name`, 'text', [x, y - 8, w, 30], { props: { text: name, size: 16, color: 'text2', align: 'left' } }).chart(
    `step${i + 1}`,
    [x - 8, y + 20, w + 8, h - 20],
    {
      set: 'step',
      rows: [MONTH],
      measures: ['rate 转化率', 'rate_before 上年平均'],
      filters: [{ col: 'step', op: 'eq', value: name }],
      chartType: 'line',
      options: { legend: { show: false }, yAxis: { min: 0, max: 1 }, colors: ['#5B82FF', '#9CB4D6'], symbol: false },
    },
    { name, actions: [{ do: 'detail' }] },
  );
});
s.title('lostTitle', [1478, 764, 400, 40], '丢单原因').data(
  'lostList',
  'rank',
  [1516, 808, 372, 256],
  { set: 'lost', rows: ['lost_reason'], measures: ['n'], by: '-m0' },
  { name: '丢单原因', props: { page: 5, medals: false, delta: false, comet: false, color: 'accent2' }, actions: [{ do: 'detail' }] },
);
export const inbound = s.done();
