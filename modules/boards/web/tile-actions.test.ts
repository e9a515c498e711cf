import { describe, expect, it } from 'vitest';
import { BoardConfig } from '../contract/board-config.ts';
import { shapeOfBoard } from '../core/outline.ts';
import { jumpAddress, clickActionsOf, type ClickedValue, type TileFeed } from '#modules/charts/web/parts.ts';

const chart = {
  chartType: 'bar',
  dataSetId: 'sales',
  rows: [{ col: 'type' }],
  measures: [{ col: 'amount', aggregateType: 'sum' }],
  drill: ['type', 'industry', 'customer'],
};
const tileOf = (actions: object[], otherSet = 'sales') => {
  const others = [{ i: 'b', x: 8, y: 0, w: 8, h: 8, kind: 'chart', chart: { ...chart, dataSetId: otherSet } }];
  const layout = [{ i: 'a', x: 0, y: 0, w: 8, h: 8, kind: 'chart', chart, actions }, ...others];
  return shapeOfBoard(BoardConfig.parse({ v: 1, tabs: [{ id: 'm', name: '首页', layout }] })).tiles.get('a')!;
};
const LINK = { do: 'filter', map: [{ col: 'type', dataSetId: 'sales', target: 'type' }] };
const TYPE = { col: 'type', value: '民营企业' };
const INDUSTRY = { col: 'industry', value: '物流' };
/** Keeps what clicks set. */
function feedOf(drills: ClickedValue[] = [], links: ClickedValue[] = []) {
  const feed = {
    drills: { a: drills } as Record<string, ClickedValue[]>,
    links: { a: links } as Record<string, ClickedValue[]>,
    setDrill: (key: string, path: ClickedValue[]) => void (feed.drills[key] = path),
    setLink: (key: string, values: ClickedValue[]) => void (feed.links[key] = values),
  };
  return feed;
}
const click = (feed: ReturnType<typeof feedOf>, actions: object[], values: ClickedValue[]) => {
  const [first] = clickActionsOf(feed as unknown as TileFeed, tileOf(actions), values);
  first?.run();
  return first?.label;
};

describe('a click on a chart that drills and links', () => {
  it('links others with the whole way down, and goes a step further', () => {
    const feed = feedOf();
    expect(click(feed, [{ do: 'drill' }, LINK], [TYPE])).toBe('下钻并筛选');
    expect([feed.drills['a'], feed.links['a']]).toEqual([[TYPE], [TYPE]]);
    click(feed, [{ do: 'drill' }, LINK], [INDUSTRY]);
    expect([feed.drills['a'], feed.links['a']]).toEqual([
      [TYPE, INDUSTRY],
      [TYPE, INDUSTRY],
    ]);
  });

  it('at the end of the way links, and a second click takes the link back', () => {
    const customer = { col: 'customer', value: '甲' };
    const feed = feedOf([TYPE, INDUSTRY], [TYPE, INDUSTRY]);
    expect(click(feed, [{ do: 'drill' }, LINK], [customer])).toBe('筛选其他图表');
    expect(feed.links['a']).toEqual([TYPE, INDUSTRY, customer]);
    expect(click(feed, [{ do: 'drill' }, LINK], [customer])).toBe('取消筛选');
    expect(feed.links['a']).toEqual([]);
  });
});

it('a link that has no other tile to filter is not offered', () => {
  const asks = (actions: object[], otherSet: string) =>
    clickActionsOf(feedOf() as unknown as TileFeed, tileOf(actions, otherSet), [TYPE]).map(({ label }) => label);
  expect(asks([{ do: 'filter', map: [], items: null }], 'sales')).toEqual(['筛选其他图表']);
  expect(asks([{ do: 'filter', map: [], items: null }], 'people')).toEqual([]);
  expect(asks([{ do: 'filter', map: [], items: ['gone'] }], 'sales')).toEqual([]);
  expect(asks([{ do: 'filter', map: [{ col: 'type', dataSetId: 'people', target: 'kind' }] }], 'people')).toEqual(['筛选其他图表']);
});

it('a jump carries the clicked values as filters of the page that it leads to', () => {
  const map = [{ col: 'type', filter: 'f1' }];
  expect(jumpAddress({ link: { to: 'screen', id: '9' }, map }, [TYPE])).toBe(
    `/visual/screen/view/9?f=${encodeURIComponent('{"f1":"民营企业"}')}`,
  );
  expect(jumpAddress({ link: { to: 'page', path: '/visual/databoard' }, map: [] }, [TYPE])).toBe('/visual/databoard');
});
