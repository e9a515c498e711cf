import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { ScreenConfig } from '../../contract/screen-config.ts';
import { ScreenStage } from '../stage/ScreenStage.tsx';
import { WidgetBody } from '../stage/WidgetBody.tsx';
import { NO_STAGE, StageContext, type Stage } from '../stage/stage-context.ts';
import type { TileState } from '#modules/charts/web/parts.ts';
import { apart, placesAround } from './Relation.tsx';
import { tableOf } from './read.ts';
import { column, data, feedOf } from './test-feed.ts';

const chart = { dataSetId: '1', chartType: 'table', rows: [{ col: '公司' }], measures: [{ col: '合同额', aggregateType: 'sum' }] };
const SALES = data(
  [column('d0', '公司'), column('m0', '合同额')],
  [
    ['江苏', 3],
    ['上海', 2],
  ],
);
const filter = { do: 'filter', map: [{ col: '公司', dataSetId: '1', target: 'org' }] };
const jump = { do: 'jump', link: { to: 'page', path: '/human' }, map: [{ col: '公司', filter: 'org' }] };

function rank(actions: object[], request: Partial<Stage> = {}, clicks: 'menu' | 'set' = 'set') {
  const panel = { z: 0, x: 0, y: 0, w: 400, h: 260, type: 'rank', chart };
  const config = ScreenConfig.parse({ v: 1, clicks, nodes: { a: { ...panel, id: 'a', actions }, b: { ...panel, id: 'b' } } });
  const feed = feedOf({ a: { status: 'ready', data: SALES } });
  const stage = { ...NO_STAGE, open: vi.fn(), detail: vi.fn(), ...request };
  render(
    <StageContext value={stage}>
      <WidgetBody node={config.nodes.a!} config={config} feed={feed} />
    </StageContext>,
  );
  return { feed, stage };
}

describe('a click on a mark', () => {
  it('does at once what is offered alone', async () => {
    const { stage } = rank([jump]);
    await userEvent.click(screen.getByText('江苏'));
    expect(screen.queryByRole('menu')).toBeNull();
    expect(stage.open).toHaveBeenCalledWith(expect.objectContaining({ path: '/human' }), { org: '江苏' }, false);
  });
  it('offers several things in a menu instead of doing all of them', async () => {
    const { feed, stage } = rank([filter, jump]);
    await userEvent.click(screen.getByText('江苏'));
    expect(stage.open).not.toHaveBeenCalled();
    expect(feed.links.a).toBeUndefined();
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['筛选其他图表', '打开相关页面']);
    await userEvent.click(screen.getByRole('menuitem', { name: '筛选其他图表' }));
    expect(feed.links.a).toEqual([{ col: '公司', value: '江苏' }]);
    expect(stage.open).not.toHaveBeenCalled();
    expect(screen.queryByRole('menu')).toBeNull();
    await userEvent.click(screen.getAllByText('江苏')[0]!);
    expect(screen.getByRole('menuitem', { name: '取消筛选' })).toBeDefined();
  });
  it('closes its menu on Escape and goes on by the keyboard', async () => {
    const { stage } = rank([filter, { do: 'detail' }]);
    await userEvent.click(screen.getByText('上海'));
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    await userEvent.click(screen.getByText('上海'));
    await userEvent.keyboard('{Tab}{Enter}');
    expect(stage.detail).toHaveBeenCalledWith('a', [{ col: '公司', value: '上海' }]);
  });
  it('offers nothing that this viewer may not open', async () => {
    const { feed, stage } = rank([filter, jump], { mayOpen: () => false });
    await userEvent.click(screen.getByText('江苏'));
    expect(screen.queryByRole('menu')).toBeNull();
    expect(feed.links.a).toEqual([{ col: '公司', value: '江苏' }]);
    expect(stage.open).not.toHaveBeenCalled();
  });
});

describe('a click on a mark of a screen that offers menus', () => {
  const names = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
  const offers = async () => ({ hasDetail: true, fields: [{ col: 'industry', name: '行业' }] });

  it('shows what every viewer may do though nothing is set', async () => {
    const { feed, stage } = rank([], { offers }, 'menu');
    await userEvent.click(screen.getByText('江苏'));
    await expect.poll(names).toEqual(['查看明细', '按行业下钻', '筛选其他图表', '复制数值']);
    await userEvent.click(screen.getByRole('menuitem', { name: '按行业下钻' }));
    expect(feed.setDrill).toHaveBeenCalledWith('a', [{ col: '公司', value: '江苏', to: 'industry' }]);
    await userEvent.click(screen.getByText('上海'));
    await userEvent.click(await screen.findByRole('menuitem', { name: '查看明细' }));
    expect(stage.detail).toHaveBeenCalledWith('a', [{ col: '公司', value: '上海' }]);
  });
  it('still does at once the one thing that is set', async () => {
    const { stage } = rank([jump], { offers }, 'menu');
    await userEvent.click(screen.getByText('江苏'));
    expect(screen.queryByRole('menu')).toBeNull();
    expect(stage.open).toHaveBeenCalled();
  });
  it('offers nothing that has to be asked for where nobody can be asked', async () => {
    rank([], {}, 'menu');
    await userEvent.click(screen.getByText('江苏'));
    expect(names()).toEqual(['筛选其他图表', '复制数值']);
  });
  it('is nothing where only what is set counts', async () => {
    rank([], { offers });
    await userEvent.click(screen.getByText('江苏'));
    expect(screen.queryByRole('menu')).toBeNull();
  });
});

describe('a figure without its value keeps its name', () => {
  it.each<[Partial<TileState>, string]>([
    [{ status: 'error', error: { key: 'x', message: '数据源没有回应' } }, '数据未取到'],
    [{ status: 'noRight' }, '无权查看'],
    [{ status: 'ready', data: { ...SALES, rows: [] } }, '暂无数据'],
  ])('%o', (state, words) => {
    const node = { id: 'a', z: 0, x: 0, y: 0, w: 230, h: 100, type: 'kpi', chart, props: { label: '回款率' } };
    const config = ScreenConfig.parse({ v: 1, nodes: { a: node } });
    render(<WidgetBody node={config.nodes.a!} config={config} feed={feedOf({ a: state })} />);
    expect(screen.getByText('回款率')).toBeDefined();
    expect(screen.getByText(words)).toBeDefined();
  });
});

describe('a filter by arrows', () => {
  it('goes round: nothing chosen, then one after the other', async () => {
    const config = ScreenConfig.parse({
      v: 1,
      nodes: { a: { id: 'a', z: 0, x: 0, y: 0, w: 240, h: 36, type: 'filter', props: { filter: 'org', look: 'stepper' } } },
      filters: [{ id: 'org', label: '单位', kind: 'select', emptyLabel: '全集团', source: { dataSetId: '1', col: 'org' } }],
    });
    let asked = 0;
    const options = async () => {
      asked += 1;
      return ['江苏', '上海'].map((value) => ({ value, label: value }));
    };
    const feed = { ...feedOf({}), options };
    render(<WidgetBody node={config.nodes.a!} config={config} feed={feed} />);
    expect(screen.getByRole('button', { name: '单位：全集团' }).textContent).toBe('全集团');
    expect(asked).toBe(0); // a wall asks for choices that somebody comes near to
    await userEvent.click(screen.getByRole('button', { name: '下一个单位' }));
    expect(feed.setFilters).toHaveBeenLastCalledWith({ org: '江苏' });
    await userEvent.click(screen.getByRole('button', { name: '上一个单位' }));
    expect(feed.setFilters).toHaveBeenLastCalledWith({ org: '上海' });
  });
});

describe('a filter', () => {
  it('tells what an address has chosen although it is none of its choices', () => {
    const config = ScreenConfig.parse({
      v: 1,
      nodes: { a: { id: 'a', z: 0, x: 0, y: 0, w: 240, h: 36, type: 'filter', props: { filter: 'year' } } },
      filters: [{ id: 'year', label: '年份', kind: 'year', emptyLabel: '本年度' }],
    });
    render(<WidgetBody node={config.nodes.a!} config={config} feed={{ ...feedOf({}), filters: { year: '1999' } }} />);
    expect(screen.getByRole('button', { name: '年份：1999' }).textContent).toBe('1999');
  });
});

describe('named pages', () => {
  it('turn to the page that is clicked', async () => {
    const page = (id: string, z: number) => ({ id, z, x: 0, y: 30, w: 200, h: 60, parent: 'c', type: 'text', props: { text: `页 ${id}` } });
    const config = ScreenConfig.parse({
      v: 1,
      nodes: {
        c: { id: 'c', z: 0, x: 0, y: 0, w: 200, h: 90, type: 'carousel', props: { seconds: 0, tabs: [{ label: '月' }, { label: '季' }] } },
        m: page('m', 1),
        q: page('q', 2),
      },
    });
    render(<ScreenStage config={config} feed={feedOf({})} />);
    const pageOf = (id: string) => document.querySelector(`[data-node=${id}]`)!.getAttribute('data-page');
    expect([pageOf('m'), pageOf('q')]).toEqual(['on', 'off']);
    await userEvent.click(screen.getByText('季'));
    expect([pageOf('m'), pageOf('q')]).toEqual(['off', 'on']);
    expect(screen.getByText('季').getAttribute('aria-selected')).toBe('true');
  });
});

describe('the ring of centres', () => {
  it.each([3, 6, 8, 10, 11, 12])('keeps %i cards apart in the box of a hero', (count) => {
    const table = tableOf(
      data(
        [column('d0', '单位'), column('m0', '新签')],
        Array.from({ length: count }, (_, i) => [`单位${i}`, 100 - i]),
      ),
    );
    const around = placesAround(table, { w: 936, h: 408 }, { most: 20, fan: false });
    expect(around.length).toBe(count);
    expect(apart(around)).toBeGreaterThanOrEqual(0);
    for (const { x, y } of around) {
      expect(x).toBeGreaterThanOrEqual(74);
      expect(x).toBeLessThanOrEqual(936 - 74);
      expect(y).toBeGreaterThanOrEqual(48);
      expect(y).toBeLessThanOrEqual(408 - 48);
    }
  });
});
