import { cut, DAY, jump, MONTH, Sheet, stack, toPage, toScreen, type Box, type Figure, yi } from './layout/index.ts';
import { barsAndLine, RANKS } from './shared-charts.ts';

const s = new Sheet();
const [rankBox, typeBox, talentBox] = stack('left', [8, 7, 8]);
const [goalBox, feedBox, certBox] = stack('right', [8, 7, 8]);
const [k1, k2, heroBox, trendBox] = stack('centre', [104, 92, 460, 248]);
const figures: Figure[] = [
  { label: '新签合同额', measures: ['contract_amount', 'contract_amount_yoy', 'contract_due'], to: jump(toScreen('marketView')) },
  { label: '营业收入', measures: ['revenue', 'revenue_yoy', 'revenue_due'], color: 'good', to: jump(toScreen('cockpit')) },
  { label: '利润总额', measures: ['profit', 'profit_yoy', 'profit_due'], color: 'gold', to: jump(toScreen('subCompany')) },
  { label: '回款额', measures: ['receipt', 'receipt_yoy', 'receipt_pace'], color: 'accent2', to: jump(toScreen('cockpit')) },
  {
    label: '在建项目',
    set: 'now',
    measures: ['active_projects', 'all_projects 累计'],
    color: 'gold',
    to: jump(toScreen('engineering')),
  },
  { label: '在岗人数', set: 'now', measures: ['headcount', 'branches 分子公司'], color: 's2', to: jump(toScreen('human')) },
  {
    label: '重大风险项目',
    set: 'now',
    measures: ['high_risk_projects', 'delayed_projects 延期'],
    color: 'severity4',
    goodWhen: 'down',
    to: jump(toScreen('engineering')),
  },
  {
    label: '90天内到期证书',
    set: 'now',
    measures: ['expiring', 'certificates 有效'],
    color: 'severity2',
    goodWhen: 'down',
    to: jump(toPage('/project/practicingQualification')),
  },
];

/** 一键审批: the tasks of whoever looks; a press opens the inbox. */
const awaiting = (box: Box, own: object) =>
  s.data(
    'mine',
    'scrollTable',
    box,
    { set: 'mine', rows: ['state', 'title', 'starter', { col: 'arrived', format: DAY }], measures: ['n'], by: 'd3', limit: 40 },
    {
      ...own,
      name: '待我审批',
      props: {
        columns: [
          { key: 'd0', title: '状态', width: 64, kind: 'tag' },
          { key: 'd1', title: '标题', kind: 'strong' },
          { key: 'd2', title: '发起人', width: 72 },
          { key: 'd3', title: '到达', width: 56 },
        ],
        rowHeight: 36,
      },
      actions: [jump(toPage('/workflow/task/todo'))],
    },
  );

/** Notices to the viewer, the newest first. */
const announced = (box: Box, own: object) =>
  s.data(
    'notices',
    'scrollTable',
    box,
    {
      set: 'board',
      rows: ['type', 'title', { col: 'day', format: DAY }, 'mark', 'top_flag'],
      measures: ['notices'],
      by: '-d2',
      limit: 40,
    },
    {
      ...own,
      name: '公告与督办',
      props: {
        columns: [
          { key: 'd0', title: '类型', width: 88, kind: 'tag' },
          { key: 'd1', title: '标题', kind: 'strong' },
          { key: 'd2', title: '日期', width: 56 },
        ],
        rowHeight: 36,
      },
      actions: [{ do: 'detail' }],
    },
  );

s.head('数智大脑 · 领导视图')
  .figures([k1!, k2!], figures, 36)
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
  .panel('types', typeBox!, { title: '在建项目', weight: 'slab' }, (box) =>
    s.pages('typePages', box, 'types', [
      [
        '类型',
        (own) =>
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
              topN: { n: 6, by: 'm0', of: 'd0', others: true },
              options: { legend: { show: true, position: 'right' } },
            },
            { ...own, name: '在建项目类型', actions: [jump(toScreen('engineering'))] },
          ),
      ],
      [
        '重点项目',
        (own) =>
          s.data(
            'keyProjects',
            'scrollTable',
            box,
            {
              set: 'project',
              rows: ['name', 'light'],
              measures: ['progress_actual', 'contract_amount'],
              filters: [{ col: 'status_name', op: 'eq', value: '在建' }],
              by: '-m1',
              limit: 20,
            },
            {
              ...own,
              name: '重点项目',
              props: {
                columns: [
                  { key: 'd0', title: '项目', kind: 'strong' },
                  { key: 'm0', title: '进度', width: 84, kind: 'bar' },
                  { key: 'd1', title: '状态', width: 62, kind: 'tag' },
                ],
              },
              actions: [{ do: 'detail' }],
            },
          ),
      ],
    ]),
  )
  .panel('talent', talentBox!, { title: '人才梯队', sub: '单位 × 职级', weight: 'strip' }, (box, own) =>
    s.chart('talentBars', box, RANKS, { ...own, actions: [jump(toScreen('human'), 'org_name>org')] }),
  )
  .panel('goals', goalBox!, { title: '经营目标达成', sub: '元 · 同比 · 环比', weight: 'list' }, (box, own) =>
    s.data(
      'goal',
      'scorecard',
      box,
      {
        set: 'goal',
        rows: ['item'],
        measures: [yi('actual', undefined, ''), yi('target', '目标', ''), { col: 'yoy', alias: '同比' }, { col: 'mom', alias: '环比' }],
        by: '-m1',
      },
      {
        ...own,
        props: { most: 5, near: 80 },
      },
    ),
  )
  .panel('news', feedBox!, { title: '公告与动态', weight: 'slab' }, (box) =>
    s.pages('newsPages', box, 'news', [
      ['公告督办', (own) => announced(box, own)],
      ['待我审批', (own) => awaiting(box, own)],
      [
        '成果资质',
        (own) =>
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
              name: '成果与资质动态',
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
      ],
    ]),
  )
  .panel('risks', certBox!, { title: '数据治理与风险', sub: '覆盖率 · 经营预警', weight: 'slab' }, (box, own) => {
    const [rings, list] = cut(box, 96);
    s.data(
      'governed',
      'ring',
      rings,
      { set: 'tables', measures: ['owned_rate 责任人', 'described_rate 中文名'] },
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
  .panel('months', trendBox!, { title: '经营走势', weight: 'trend' }, (box) =>
    s.pages('monthPages', box, 'months', [
      [
        '月度',
        (own) =>
          s.chart(
            'trend',
            box,
            {
              set: 'month',
              rows: [MONTH],
              measures: barsAndLine(['contract_amount', 'revenue'], 'collection_rate'),
              chartType: 'dual',
            },
            { ...own, name: '新签、营收与回款率', actions: [{ do: 'detail' }] },
          ),
      ],
      [
        '达成',
        (own) =>
          s.chart(
            'pace',
            box,
            { set: 'pace', rows: [MONTH], measures: ['actual 实际累计', 'target 目标累计', 'before 上年累计'], chartType: 'line' },
            { ...own, name: '新签达成曲线', actions: [{ do: 'detail' }] },
          ),
      ],
      [
        '收支',
        (own) =>
          s.chart(
            'cash',
            box,
            {
              set: 'month',
              rows: [MONTH],
              measures: [
                { col: 'receipt', drawAs: 'bar', axis: 'left' },
                { col: 'spend', drawAs: 'bar', axis: 'left' },
                { col: 'surplus', drawAs: 'line', axis: 'left' },
              ],
              chartType: 'dual',
            },
            { ...own, name: '回款与成本费用', actions: [{ do: 'detail' }] },
          ),
      ],
    ]),
  );
export const leaderView = s.done();
