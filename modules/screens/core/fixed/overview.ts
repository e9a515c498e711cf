import { DAY, jump, row, Sheet, stack, toPage, toScreen, type Box } from './layout/index.ts';
import { AREAS } from './shared-charts.ts';

const s = new Sheet();
const [historyBox, certBox] = stack('left', [13, 9]);
// the wall takes the centre and the right column together
const [x, y] = stack('centre', [1])[0]!;
const WIDE = 1416;
const figureBox: Box = [x, y, WIDE, 96];
const tickerBox: Box = [x, y + 108, WIDE, 36];
const hero: Box = [x, y + 156, WIDE, 476];
const feet = row([x, y + 648, WIDE, 1056 - y - 648], 3, 16);
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
  .put('tickerFrame', 'border', tickerBox, { props: { kind: 'bracket', fill: true, animate: false } })
  .data(
    'ticker',
    'ticker',
    [tickerBox[0] + 12, tickerBox[1] + 1, tickerBox[2] - 24, tickerBox[3] - 2],
    {
      set: 'warning',
      rows: ['subject', 'kind', 'detail'],
      filters: [{ col: 'level_name', op: 'eq', value: '严重' }],
      by: 'd1',
      limit: 60,
    },
    { name: '严重预警', props: { seconds: 4 }, actions: [{ do: 'detail' }] },
  )
  .panel('wall', hero, { title: '大屏', sub: '点击进入 · 只显示有权查看的', weight: 'hero' }, (box, own) =>
    s.put('thumbs', 'thumbs', box, {
      ...own,
      props: { columns: 4, gap: 14, seconds: 30, items: WALL.map(([code, label]) => ({ label, link: toScreen(code) })) },
    }),
  )
  .panel('story', historyBox!, { title: '发展历程', sub: '机构 · 奖项 · 专利 · 合同', weight: 'list' }, (box, own) =>
    s.data(
      'milestones',
      'timeline',
      box,
      { set: 'milestone', rows: [{ col: 'day', format: { kind: 'date', pattern: 'YYYY-MM' } }, 'title', 'kind'], by: '-d0', limit: 30 },
      {
        ...own,
        props: {
          most: 11,
          tags: [
            { value: '机构', color: 'accent' },
            { value: '奖项', color: 'gold' },
            { value: '专利', color: 'good' },
            { value: '合同', color: 'accent2' },
          ],
        },
        actions: [{ do: 'detail' }],
      },
    ),
  )
  .panel('papers', certBox!, { title: '企业资质证书', sub: '轮播 · 点击看证书', weight: 'slab' }, (box, own) =>
    s.data(
      'certs',
      'cards',
      box,
      { set: 'certs', rows: ['cert_name', 'cert_type', 'issue_org', 'validity', 'sort'], by: 'd4', limit: 60 },
      {
        ...own,
        props: { look: 'certificate', columns: 1, lines: 1, seconds: 6 },
        actions: [{ do: 'detail' }, jump(toPage('/basic/system/certificate'))],
      },
    ),
  )
  .panel('territory', feet[0]!, { title: '业务版图', weight: 'strip' }, (box) =>
    s.pages('territoryPages', box, 'territory', [
      ['区域', (own) => s.chart('area', box, AREAS, { ...own, name: '区域新签', actions: [{ do: 'drill' }] })],
      [
        '业务',
        (own) =>
          s.chart(
            'business',
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
            { ...own, name: '业务结构', actions: [jump(toScreen('marketView'))] },
          ),
      ],
    ]),
  )
  .panel('awards', feet[1]!, { title: '获奖墙', sub: '国家级 · 省部级', weight: 'strip' }, (box, own) =>
    s.data(
      'wallOfAwards',
      'scrollTable',
      box,
      {
        set: 'wall',
        rows: ['level_name', 'project_name', 'award_name', { col: 'award_date', format: { kind: 'date', pattern: 'YYYY-MM' } }],
        by: '-d3',
        limit: 80,
      },
      {
        ...own,
        props: {
          columns: [
            { key: 'd0', title: '级别', width: 78, kind: 'tag' },
            { key: 'd1', title: '获奖工程', kind: 'strong' },
            { key: 'd3', title: '年月', width: 72 },
          ],
          tags: [
            { value: '国家级', color: 'gold' },
            { value: '省部级', color: 'accent' },
          ],
        },
        actions: [{ do: 'detail' }],
      },
    ),
  )
  .panel('words', feet[2]!, { title: '业务与成果', weight: 'slab' }, (box) =>
    s.pages('wordPages', box, 'words', [
      [
        '关键词',
        (own) =>
          s.chart(
            'keywords',
            box,
            { set: 'keyword', rows: ['word'], measures: ['n'], by: '-m0', limit: 60, chartType: 'wordCloud' },
            { ...own, name: '业务关键词', actions: [{ do: 'detail' }] },
          ),
      ],
      [
        '动态',
        (own) =>
          s.data(
            'news',
            'scrollTable',
            box,
            {
              set: 'feed',
              rows: ['kind', 'title', { col: 'day', format: DAY }],
              filters: [
                { col: 'kind', op: 'ne', value: '证书' },
                { col: 'place', op: 'lte', value: 4 },
              ],
              by: '-d2',
              limit: 24,
            },
            {
              ...own,
              name: '成果动态',
              props: {
                columns: [
                  { key: 'd0', title: '类别', width: 92, kind: 'dim' },
                  { key: 'd1', title: '成果', kind: 'strong' },
                  { key: 'd2', title: '日期', width: 60 },
                ],
              },
            },
          ),
      ],
    ]),
  );
export const overview = s.done();
