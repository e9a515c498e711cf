import { jump, LONG_MONTH, narrow, row, Sheet, stack, toPage, toScreen, type Box } from '../layout/index.ts';

const s = new Sheet();
const [warnBox, tickBox] = stack('left', [11, 11]);
// the wall takes the centre and the right column together
const [x, y] = stack('centre', [1])[0]!;
const WIDE = 1416;
const figureBox: Box = [x, y, WIDE, 96];
const hero: Box = [x, y + 112, WIDE, 512];
const feet = row([x, y + 640, WIDE, 1056 - y - 640], 3, 16);
const WALL = [
  ['cockpit', '驾驶舱'],
  ['leaderView', '领导视图'],
  ['engineering', '工程技术部'],
  ['marketView', '市场部'],
  ['inbound', '招商获客'],
  ['human', '人力资源'],
  ['subCompany', '子公司'],
  ['smartData', '智慧数据总览'],
] as const;

s.head('数智大脑 · 总览', { year: false, org: false })
  .figures(
    [figureBox],
    [
      { label: '成立', set: 'now', measures: ['founded_years'] },
      { label: '在岗人数', set: 'now', measures: ['headcount'], color: 's2' },
      { label: '分子公司', set: 'now', measures: ['branches'], color: 'accent2' },
      { label: '有效证书', set: 'now', measures: ['certificates'], color: 'gold' },
      { label: '累计项目', set: 'now', measures: ['all_projects'], color: 'good' },
      { label: '覆盖城市', set: 'now', measures: ['cities'] },
    ],
    34,
  )
  .panel('wall', hero, { title: '大屏', sub: '点击进入 · 只显示有权查看的', weight: 'hero' }, (box, own) =>
    s.put('thumbs', 'thumbs', box, {
      ...own,
      props: { columns: 4, gap: 14, seconds: 30, items: WALL.map(([code, label]) => ({ label, link: toScreen(code) })) },
    }),
  )
  .panel('warnings', warnBox!, { title: '经营预警', sub: '点击类型筛选', weight: 'list' }, ([x, y, w, h], own) => {
    s.data(
      'kinds',
      'segments',
      [x, y, w, 132],
      { set: 'warning', rows: ['kind'], measures: ['n'], by: '-m0' },
      { ...own, props: { most: 4 }, actions: [narrow('warning', 'kind', ['warnList'])] },
    ).data(
      'warnList',
      'scrollTable',
      [x, y + 144, w, h - 144],
      { set: 'warning', rows: ['subject', 'detail'], limit: 200, filters: [{ col: 'level_name', op: 'eq', value: '严重' }] },
      {
        ...own,
        props: {
          columns: [
            { key: 'd0', title: '严重预警', kind: 'strong' },
            { key: 'd1', title: '说明', width: 116 },
          ],
        },
      },
    );
  })
  .panel('fresh', tickBox!, { title: '成果动态', sub: '近一年', weight: 'slab' }, (box, own) =>
    s.data(
      'news',
      'timeline',
      box,
      {
        set: 'feed',
        rows: ['day', 'title', 'state'],
        filters: [
          { col: 'kind', op: 'ne', value: '证书' },
          { col: 'place', op: 'lte', value: 3 },
        ],
        by: '-d0',
        limit: 12,
      },
      { ...own, props: { most: 7 } },
    ),
  )
  .panel('trend', feet[0]!, { title: '近24个月经营', sub: '新签 · 营收', weight: 'strip' }, (box, own) =>
    s.chart(
      'months',
      box,
      {
        set: 'trend',
        rows: [LONG_MONTH],
        measures: ['contract_amount', 'revenue'],
        chartType: 'line',
        seriesType: 'arealine',
      },
      { ...own, actions: [jump(toScreen('cockpit'))] },
    ),
  )
  .panel('awards', feet[1]!, { title: '创优获奖', sub: '历年 × 级别', weight: 'strip' }, (box, own) =>
    s.chart(
      'award',
      box,
      {
        set: 'award',
        rows: [{ col: 'year', sort: 'asc' }],
        columns: [{ col: 'level_name', sort: 'custom', order: ['国家级', '省部级', '市级', '行业协会', '集团级'] }],
        measures: ['n'],
        chartType: 'bar',
        seriesType: 'stackbar',
      },
      { ...own, actions: [jump(toPage('/project/qualityProject'))] },
    ),
  )
  .panel('words', feet[2]!, { title: '业务版图', sub: '本年新签合同额', weight: 'slab' }, (box, own) =>
    s.chart(
      'word',
      box,
      {
        set: 'business',
        rows: ['business_name'],
        measures: ['contract_amount'],
        by: '-m0',
        topN: { n: 6, by: 'm0', of: 'd0', others: true },
        chartType: 'pie',
        seriesType: 'roseradiuspie',
        options: { legend: { show: true, position: 'right' } },
      },
      { ...own, actions: [jump(toScreen('marketView'))] },
    ),
  );
export const overview = s.done();
