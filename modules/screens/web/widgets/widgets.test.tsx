import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { act } from 'react';
import { describe, expect, it } from 'vitest';
import type { ChartConfig } from '#modules/charts/contract/chart.ts';
import { ScreenConfig } from '../../contract/screen-config.ts';
import type { TileState } from '#modules/charts/web/parts.ts';
import { ScreenStage } from '../stage/ScreenStage.tsx';
import { WidgetBody } from '../stage/WidgetBody.tsx';
import { padded } from './Flip.tsx';
import { labelsAt, monthsOf, wordsAt } from './Gantt.tsx';
import { changeOf, kpiOf, shareOf, tableOf, tagColor, targetVerdict, verdictOf } from './read.ts';
import { placesOf } from './Rank.tsx';
import { gridOf } from './StatusGrid.tsx';
import { column, data, feedOf } from './test-feed.ts';

const chart = { dataSetId: '1', chartType: 'table', rows: [{ col: '公司' }] } as ChartConfig;
const panel = { z: 0, x: 0, y: 0, w: 400, h: 260, chart };
const configOf = (node: object) =>
  ScreenConfig.parse({ v: 1, nodes: { a: { ...panel, id: 'a', ...node }, other: { ...panel, id: 'other', type: 'rank' } } });
function show(node: object, state: Partial<TileState>) {
  const config = configOf(node);
  const feed = feedOf({ a: state });
  render(<WidgetBody node={config.nodes.a!} config={config} feed={feed} />);
  return feed;
}

const SALES = data(
  [column('d0', '公司'), column('m0', '合同额'), column('m1', '同比', { modifier: 'yoy' }), column('m2', '目标')],
  Array.from({ length: 7 }, (_, i) => [`公司${i + 1}`, 70 - i * 10, i % 2 ? -0.1 : 0.2, 50]),
);

const CUT = { kind: 'limit', shown: 7, total: 5000, hasOthers: false, bottom: false } as const;

describe('a data widget says what is the matter', () => {
  it.each<[string, Partial<TileState>, string | RegExp]>([
    ['an error without data', { status: 'error', error: { key: 'source.timeout', message: '查询超过 30 秒' } }, '查询超过 30 秒'],
    ['no right', { status: 'noRight' }, '无权查看'],
    ['no rows', { status: 'ready', data: { ...SALES, rows: [] } }, '暂无数据'],
  ])('%s', (_, state, words) => {
    show({ type: 'rank' }, state);
    expect(screen.getByText(words)).toBeDefined();
  });
  it('waits quietly', () => {
    show({ type: 'rank' }, { status: 'running', since: Date.now() });
    expect(screen.getByLabelText('数据加载中')).toBeDefined();
  });
  it('keeps the last good figures, says how old they are and tries again on a click', async () => {
    const feed = show({ type: 'rank' }, { status: 'error', data: SALES, error: { key: 'x', message: '连不上' } });
    expect(screen.getByText('公司1')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: /前的数据$/ }));
    expect(feed.refresh).toHaveBeenCalledWith(['a'], true);
  });
  it('without data of its own asks for nothing', () => {
    const feed = show({ type: 'rank', chart: null }, {});
    expect(screen.getByText('尚未配置数据')).toBeDefined();
    expect(feed.want).not.toHaveBeenCalled();
  });
  it('says that small groups are left out, beside figures and where none is left', () => {
    const words = '不足 5 人的分组不显示，合计也不含它们';
    show({ type: 'rank' }, { status: 'ready', data: { ...SALES, minGroup: 5 } });
    expect(screen.getByText('公司1')).toBeDefined();
    expect(screen.getByRole('img', { name: words })).toBeDefined();
    show({ type: 'rank' }, { status: 'ready', data: { ...SALES, rows: [], minGroup: 5 } });
    show({ type: 'kpi', name: '人数' }, { status: 'ready', data: { ...SALES, rows: [], minGroup: 5 } });
    expect(screen.getAllByText(words)).toHaveLength(2);
    // a low card has no room for the words
    expect(screen.getAllByTitle(words)).toHaveLength(3);
  });
  it.each<[string, object, Partial<TileState>['data'] & object, string | null]>([
    ['of an answer that is cut', { type: 'scrollTable' }, { ...SALES, truncated: true, cut: CUT }, '只显示前 7 项，共 5,000 项'],
    [
      'of a ranking with its rest',
      { type: 'rank' },
      { ...SALES, cut: { ...CUT, kind: 'top', hasOthers: true } },
      '前 7 项，共 5,000 项，其余合为“其他”',
    ],
    ['of rows that it does not draw', { type: 'progress', props: { most: 5 } }, SALES, '只显示前 5 项，共 7 项'],
    ['of both', { type: 'ring' }, { ...SALES, truncated: true, cut: CUT }, '只显示前 4 项，共 5,000 项'],
    ['of nothing', { type: 'rank' }, SALES, null],
    [
      'of a figure that is made of the rows of a cut answer',
      { type: 'kpi' },
      { ...SALES, truncated: true, cut: CUT },
      '只显示前 7 项，共 5,000 项',
    ],
    ['of flipping digits', { type: 'flip' }, { ...SALES, truncated: true }, '只显示前 7 项，其余未显示'],
    ['of a map', { type: 'heroMap' }, { ...SALES, truncated: true, cut: CUT }, '只显示前 7 项，共 5,000 项'],
    ['of a figure without rows', { type: 'kpi' }, { ...data([column('m0', '合同额')], [[70]]), truncated: true, cut: CUT }, null],
  ])('says what it leaves out: %s', (_, node, answer, words) => {
    show(node, { status: 'ready', data: answer });
    if (words === null) expect(screen.queryByText(/显示前|其余/)).toBeNull();
    else expect(screen.getByText(words)).toBeDefined();
  });
  it('says it by a sign where a line has no room', () => {
    show({ type: 'ticker', h: 40 }, { status: 'ready', data: { ...SALES, truncated: true, cut: CUT } });
    expect(screen.getByRole('img', { name: '只显示前 7 项，共 5,000 项' })).toBeDefined();
  });
  it('says nothing of groups where all are told', () => {
    show({ type: 'rank' }, { status: 'ready', data: SALES });
    expect(screen.queryByLabelText(/不足/)).toBeNull();
  });
  it('never shows figures to somebody who lost the right to them', () => {
    show({ type: 'rank' }, { status: 'noRight', data: SALES });
    expect(screen.queryByText('公司1')).toBeNull();
  });
});

describe('ranking', () => {
  it('shows the best first, in pages, and a place for each', async () => {
    show({ type: 'rank', props: { page: 5 } }, { status: 'ready', data: { ...SALES, rows: SALES.rows.toReversed() } });
    expect(screen.getAllByText(/^公司\d$/).map((one) => one.textContent)).toEqual(['公司1', '公司2', '公司3', '公司4', '公司5']);
    await userEvent.click(screen.getByLabelText('第 2 页'));
    expect(screen.getAllByText(/^公司\d$/).map((one) => one.textContent)).toEqual(['公司6', '公司7']);
    expect(screen.getByLabelText('第 6 名')).toBeDefined();
  });
  it('ranks what has no value last', () => {
    const table = tableOf(
      data(
        [column('d0', '名'), column('m0', '值')],
        [
          ['甲', null],
          ['乙', '3'],
          ['丙', -1],
        ],
      ),
    );
    expect(placesOf(table).map(({ row }) => row[0])).toEqual(['乙', '丙', '甲']);
  });
  it('a click filters the others and a second click undoes it', async () => {
    const feed = show({ type: 'rank', actions: [{ do: 'filter', map: [] }] }, { status: 'ready', data: SALES });
    await userEvent.click(screen.getByText('公司2'));
    expect(feed.links.a).toEqual([{ col: '公司', value: '公司2' }]);
    await userEvent.click(screen.getByText('公司2', { selector: '.sw-rank-name' }));
    expect(feed.links.a).toEqual([]);
  });
});

describe('figures', () => {
  it('digits roll to the new value in place', () => {
    const value = (n: number) => data([column('m0', '项目')], [[n]]);
    const feed = show({ type: 'kpi' }, { status: 'ready', data: value(577) });
    const digits = screen.getByLabelText('577');
    act(() => feed.put('a', { status: 'ready', data: value(612) }));
    expect(screen.getByLabelText('612')).toBe(digits);
    const offsets = [...digits.querySelectorAll<HTMLElement>('.sw-reel > span')].map(({ style }) => style.transform);
    expect(offsets).toEqual(['translateY(-60%)', 'translateY(-10%)', 'translateY(-20%)']);
    expect(
      [...digits.querySelectorAll<HTMLElement>('.sw-reel > span')].every(({ style }) => Number.parseInt(style.transitionDuration) <= 600),
    ).toBe(true);
  });
  it.each([
    ['1234', 6, '001234'],
    ['-12', 4, '-0012'],
    ['1,234.5', 6, '001234.5'],
    ['1,234', 3, '1,234'],
    ['—', 4, '—'],
  ])('%s with at least %i places is %s', (digits, least, text) => {
    expect(padded(digits, least)).toBe(text);
  });
  it('the second measure is a change by its modifier, else the target', () => {
    const table = tableOf(SALES);
    expect(kpiOf(table, { pick: 'first', second: 'auto' })).toMatchObject({ value: 70, change: { ratio: 0.2 }, target: 50 });
    expect(kpiOf(table, { pick: 'sum', second: 'auto' }).value).toBe(280);
    const plain = tableOf(data([column('m0', '实际'), column('m1', '计划')], [[90, 100]]));
    expect(kpiOf(plain, { pick: 'last', second: 'auto' })).toMatchObject({ value: 90, target: 100, change: { ratio: null } });
    expect(kpiOf(plain, { pick: 'last', second: 'previous' })).toMatchObject({ target: null, change: { ratio: -0.1 } });
    expect(changeOf(5, 0, column('m1', 'x'), 'previous')).toEqual({ ratio: null, diff: null });
  });
  it('judges by direction: down is good where less is better', () => {
    expect([verdictOf(1, 'up'), verdictOf(1, 'down'), verdictOf(0, 'up'), verdictOf(1, 'none')]).toEqual(['good', 'bad', 'flat', 'flat']);
    expect([
      targetVerdict(100, 100, 'up'),
      targetVerdict(95, 100, 'up'),
      targetVerdict(80, 100, 'up'),
      targetVerdict(80, 100, 'down'),
      targetVerdict(null, 1, 'up'),
    ]).toEqual(['good', 'warn', 'bad', 'good', 'flat']);
  });
  it('a share knows 0–1, 0–100 and its own maximum, and never leaves its track', () => {
    const m = column('m0', 'x');
    expect([
      shareOf(0.9, m, 0, 0.95),
      shareOf(90, m, 0, 95),
      shareOf(50, m, 200, 95),
      shareOf(500, m, 200, 500),
      shareOf(-5, m, 0, 90),
    ]).toEqual([0.9, 0.9, 0.25, 1, 0]);
  });
});

describe('lists', () => {
  it('a table of five thousand rows holds only those in sight', () => {
    const rows = Array.from({ length: 5000 }, (_, i) => [`N${i}`, i]);
    show(
      { type: 'scrollTable', h: 226, props: { rowHeight: 34 } },
      { status: 'ready', data: data([column('d0', '编号'), column('m0', '数')], rows) },
    );
    expect(screen.getAllByRole('row').length).toBeLessThanOrEqual(8);
    expect(within(screen.getByRole('table')).getByText('N0')).toBeDefined();
  });
  it('tags take the colour that was given, else that of their words', () => {
    expect(tagColor('逾期', [])).toBe('severity4');
    expect(tagColor('逾期', [{ value: '逾期', color: 'gold' }])).toBe('gold');
    expect([tagColor('已完成', []), tagColor('待办', []), tagColor('甲', [])]).toEqual(['severity1', 'severity2', 'accent']);
  });
  it('bars of warnings are coloured by what they mean, bars of kinds by no light', () => {
    const bars = (names: readonly string[], props: object = {}) => {
      const rows = names.map((name, i) => [name, 10 - i]);
      show({ type: 'segments', props }, { status: 'ready', data: data([column('d0', '类型'), column('m0', '数')], rows) });
      return names.map((name) => screen.getByText(name).closest<HTMLElement>('[style*="--k"]')!.style.getPropertyValue('--k'));
    };
    const red = [2, 3, 4].map((severity) => `var(--severity-${severity})`);
    for (const color of bars(['证书到期', '项目延期', '成本超支', '回款逾期'])) expect(red).toContain(color);
    for (const color of bars(['土建', '机电', '勘察', '监理', '咨询'])) expect(color).not.toMatch(/good|warn|bad|severity/);
    expect(bars(['90天内', '一年以上'], { tags: [{ value: '一年以上', color: 'severity4' }] })[1]).toBe('var(--severity-4)');
  });
  it('a matrix stands on a second dimension or on measures', () => {
    const long = tableOf(
      data(
        [column('d0', '部门'), column('d1', '指标'), column('m0', '值')],
        [
          ['甲', 'x', 1],
          ['乙', 'y', 2],
        ],
      ),
    );
    expect(gridOf(long)).toMatchObject({
      columns: ['x', 'y'],
      lines: [{ name: '甲', cells: [{ value: 1 }, { value: null }] }, { name: '乙' }],
    });
    const wide = tableOf(data([column('d0', '部门'), column('m0', 'x'), column('m1', 'y')], [['甲', 1, 2]]));
    expect(gridOf(wide)).toMatchObject({ columns: ['x', 'y'], lines: [{ cells: [{ value: 1 }, { value: 2 }] }] });
  });
  it('months of a project river leave room for their labels', () => {
    const from = Date.UTC(2026, 10, 15);
    expect(monthsOf(from, Date.UTC(2027, 2, 15), 12).map(({ label }) => label)).toEqual(['2027年', '2月', '3月']);
    expect(monthsOf(from, Date.UTC(2030, 2, 15), 6).length).toBeLessThanOrEqual(6);
    // of half years every January is among the ticks, and no month comes before its year is told
    expect(monthsOf(from, Date.UTC(2029, 2, 15), 6).map(({ label }) => label)).toEqual(['2027年', '7月', '2028年', '7月', '2029年']);
    expect(monthsOf(Date.UTC(2026, 3, 3), Date.UTC(2027, 5, 15), 6).map(({ label }) => label)).toEqual([
      '2026年7月',
      '10月',
      '2027年',
      '4月',
    ]);
  });
});

describe('labels of the axis of a project river', () => {
  const tick = (at: number, isYear = false) => ({ at, label: '', isYear });
  const same = (at: number) => at;
  it('give way to that of today, years among months by moving aside', () => {
    const ticks = [tick(0, true), tick(100), tick(200), tick(300), tick(400, true), tick(500)];
    expect(labelsAt(ticks, same, null)).toEqual([0, 100, 200, 300, 400, 500]);
    expect(labelsAt(ticks, same, 210)).toEqual([0, 100, null, 300, 400, 500]);
    // the year to the left of today's label, over a month that stood there, or to the right of it
    expect(labelsAt(ticks, same, 410)).toEqual([0, 100, 200, null, 326, 500]);
    expect(labelsAt(ticks, same, 390)).toEqual([0, 100, 200, 300, 416, 500]);
  });
  it('of years alone are left out, as one is known from the others', () => {
    expect(labelsAt([tick(0, true), tick(100, true), tick(200, true)], same, 110)).toEqual([0, null, 200]);
  });
});

describe('words of a project river', () => {
  it.each([
    ['behind the end of the bar', { from: 100, to: 200 }, 400, 206],
    ['behind the line of today where they would lie on it', { from: 100, to: 200 }, 240, 246],
    ['before the start where there is no room behind', { from: 300, to: 450 }, 100, 214],
    ['within the picture where there is no room at all', { from: 20, to: 480 }, 100, 420],
  ])('stand %s', (_where, bar, now, at) => expect(wordsAt(bar, 80, now, 500)).toBe(at));
});

describe('text from outside stays text', () => {
  it.each(['<img src=x onerror=alert(1)>', "'; --", '😀', '{{constructor}}'])('%s', (text) => {
    show({ type: 'text', props: { text } }, {});
    expect(screen.getByText(text)).toBeDefined();
    expect(document.querySelector('.sw-text img')).toBeNull();
  });
  it('a frame loads nothing but pages of the platform', () => {
    show({ type: 'frame', props: { path: 'https://evil.example/' } }, {});
    expect(document.querySelector('iframe')).toBeNull();
  });
  it('a link to a script does not open', () => {
    show({ type: 'text', props: { text: '点我', link: { to: 'url', url: 'javascript:alert(1)' } } }, {});
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('a stage', () => {
  it('tells the money of cards side by side, and of a list, in one unit', () => {
    const yuan = { format: { kind: 'number' as const, scale: 'auto' as const, unit: '元', digits: 2, thousands: true } };
    const card = (id: string, x: number, y = 0) => ({ id, z: x, x, y, w: 200, h: 100, type: 'kpi', chart, props: { second: 'note' } });
    const config = ScreenConfig.parse({
      v: 1,
      nodes: {
        a: card('a', 0),
        b: card('b', 210),
        below: card('below', 0, 200),
        list: { ...card('list', 0, 400), type: 'rank', props: {} },
      },
    });
    const one = (value: number) => ({ status: 'ready' as const, data: data([column('m0', '金额', yuan)], [[value]]) });
    const rows = [
      ['甲', 586_000_000],
      ['乙', 68_000_000],
    ];
    const feed = feedOf({
      a: one(3_487_000_000),
      below: one(65_120_000),
      list: { status: 'ready', data: data([column('d0', '单位'), column('m0', '金额', yuan)], rows) },
    });
    const { container } = render(<ScreenStage config={config} feed={feed} />);
    const textOfNode = (id: string) => container.querySelector(`[data-node="${id}"]`)!.textContent;
    expect(screen.getByLabelText('34.87')).toBeDefined();
    // the other card of the line arrives later
    act(() => feed.put('b', one(65_120_000)));
    expect(screen.getByLabelText('0.65')).toBeDefined();
    expect(textOfNode('b')).toContain('亿元');
    expect(textOfNode('below')).toContain('万元');
    expect(textOfNode('list')).toMatch(/5\.86亿元.*0\.68亿元/);
    act(() => feed.put('b', one(900_000)));
    expect(textOfNode('a')).toContain('万元');
  });

  it('tells a share only of a target or of 100 %, never of the longest bar', () => {
    const rows = [
      ['甲', 30],
      ['乙', 12],
    ];
    show({ type: 'progress' }, { status: 'ready', data: data([column('d0', '类别'), column('m0', '数量')], rows) });
    expect(screen.queryByText(/%$/)).toBeNull();
    show(
      { type: 'progress' },
      {
        status: 'ready',
        data: data(
          [column('d0', '类别'), column('m0', '数量'), column('m1', '目标')],
          rows.map((row) => [...row, 60]),
        ),
      },
    );
    expect(screen.getByText('50%')).toBeDefined();
  });

  it('fills a ring only up to an end that is known', () => {
    const rings = (value: number, extra: object, props: object = {}) =>
      show({ type: 'ring', props }, { status: 'ready', data: data([column('m0', '指标', extra)], [[value]]) });
    rings(186, { format: { kind: 'number', unit: '人', digits: 0 } });
    expect(screen.getByLabelText('186')).toBeDefined();
    expect(screen.queryByText('%')).toBeNull();
    rings(186, { format: { kind: 'number', unit: '人', digits: 0 } }, { max: 372 });
    expect(screen.getByLabelText('50.0')).toBeDefined();
    rings(0.25, { format: { kind: 'percent', scale: 'none', thousands: true } });
    expect(screen.getByLabelText('25.0')).toBeDefined();
  });

  it('shows pictures of other screens at once, and says when there is none', () => {
    const items = ['cockpit', 'human'].map((code) => ({ label: code, link: { to: 'page', path: `/${code}` } }));
    const config = configOf({ type: 'thumbs', chart: null, props: { items } });
    const { container } = render(
      <ScreenStage config={config} feed={feedOf({})} stage={{ pictures: { cockpit: 'data:image/svg+xml,%3Csvg/%3E' } }} />,
    );
    const [first, second] = container.querySelectorAll('.sw-thumbs > button');
    expect(first!.querySelector('img')?.getAttribute('src')).toContain('data:image/svg+xml');
    expect(within(second as HTMLElement).getByText('尚未发布')).toBeDefined();
  });

  it('draws only the tile whose data changed, hides what is hidden, and pages the children of a carousel', () => {
    const node = (id: string, z: number, extra: object) => ({ id, z, x: 0, y: 0, w: 200, h: 100, ...extra });
    const config = ScreenConfig.parse({
      v: 1,
      nodes: {
        a: node('a', 1, { type: 'kpi', chart }),
        b: node('b', 2, { type: 'kpi', chart }),
        gone: node('gone', 3, { type: 'text', hide: true, props: { text: '藏起来' } }),
        car: node('car', 4, { type: 'carousel', props: { seconds: 0 } }),
        p1: node('p1', 1, { type: 'text', parent: 'car', props: { text: '第一页' } }),
        p2: node('p2', 2, { type: 'text', parent: 'car', props: { text: '第二页' } }),
      },
    });
    const one = (n: number) => ({ status: 'ready' as const, data: data([column('m0', '数')], [[n]]) });
    const feed = feedOf({ a: one(11), b: one(22) });
    render(<ScreenStage config={config} feed={feed} />);
    const other = screen.getByLabelText('22');
    const before = other.innerHTML;
    act(() => feed.put('a', one(33)));
    expect(screen.getByLabelText('33')).toBeDefined();
    expect(screen.getByLabelText('22')).toBe(other);
    expect(other.innerHTML).toBe(before);
    expect(screen.queryByText('藏起来')).toBeNull();
    const page = (text: string) => screen.getByText(text).closest('[data-page]')?.getAttribute('data-page');
    expect([page('第一页'), page('第二页')]).toEqual(['on', 'off']);
    act(() => screen.getByLabelText('第 2 页').click());
    expect([page('第一页'), page('第二页')]).toEqual(['off', 'on']);
  });
});
