import { expect, it } from 'vitest';
import { ScreenConfig } from '../../contract/screen-config.ts';
import type { ClickedValue, TileFeed } from '#modules/charts/web/parts.ts';
import type { Stage } from '../stage/stage-context.ts';
import { nodeActionsOf } from './use-actions.ts';

it('a click further down a drill filters other panels with the whole way', () => {
  const chart = {
    chartType: 'bar',
    dataSetId: 's',
    rows: [{ col: 'type' }],
    measures: [{ col: 'n', aggregateType: 'sum' }],
    drill: ['type', 'industry', 'customer'],
  };
  const actions = [{ do: 'drill' }, { do: 'filter', map: [{ col: 'type', dataSetId: 's', target: 'type' }] }];
  const node = { id: 'a', z: 0, x: 0, y: 0, w: 300, h: 200, type: 'chart', chart, actions };
  const config = ScreenConfig.parse({ v: 1, nodes: { a: node, b: { ...node, id: 'b', actions: [] } } });
  const [type, industry] = [
    { col: 'type', value: '民营企业' },
    { col: 'industry', value: '物流' },
  ];
  const set: ClickedValue[][] = [];
  const feed = {
    drills: { a: [type] },
    links: {},
    setLink: (_: string, values: ClickedValue[]) => set.push(values),
    setDrill: () => undefined,
  };
  const own = { node: config.nodes['a']!, config };
  const [offer] = nodeActionsOf(own, feed as unknown as TileFeed, { mayOpen: () => true } as unknown as Stage, [industry!]);
  offer!.run();
  expect(set).toEqual([[type, industry]]);
});

it('a link with its defaults acts on panels over the same data, and is not offered where there is none', () => {
  const chart = (dataSetId: string) => ({ chartType: 'bar', dataSetId, rows: [{ col: 'province' }], measures: [{ col: 'n' }] });
  const panel = (id: string, dataSetId: string, actions: object[] = []) => ({
    id,
    z: 0,
    x: 0,
    y: 0,
    w: 300,
    h: 200,
    type: 'chart',
    chart: chart(dataSetId),
    actions,
  });
  const link = [{ do: 'filter', map: [], items: null }];
  const offered = (others: object) => {
    const config = ScreenConfig.parse({ v: 1, nodes: { a: panel('a', 's', link), ...others } });
    const feed = { drills: {}, links: {}, setLink: () => undefined } as unknown as TileFeed;
    const clicked = [{ col: 'province', value: '江苏' }];
    return nodeActionsOf({ node: config.nodes['a']!, config }, feed, { mayOpen: () => true } as unknown as Stage, clicked).map(
      ({ label }) => label,
    );
  };
  expect(offered({ b: panel('b', 's') })).toEqual(['筛选其他图表']);
  expect(offered({ b: panel('b', 'other') })).toEqual([]);
  expect(offered({})).toEqual([]);
});

it('goes down from a field that the way does not name', () => {
  const chart = { chartType: 'bar', dataSetId: 's', rows: [{ col: 'province' }], measures: [{ col: 'n' }], drill: ['city'] };
  const node = { id: 'a', z: 0, x: 0, y: 0, w: 300, h: 200, type: 'chart', chart, actions: [{ do: 'drill' }] };
  const config = ScreenConfig.parse({ v: 1, nodes: { a: node } });
  const own = { node: config.nodes['a']!, config };
  const at = (path: ClickedValue[], clicked: ClickedValue) =>
    nodeActionsOf(own, { drills: { a: path }, links: {} } as unknown as TileFeed, { mayOpen: () => true } as unknown as Stage, [clicked]);
  const province = { col: 'province', value: '江苏' };
  expect(at([], province).map(({ label }) => label)).toEqual(['下钻']);
  expect(at([province], { col: 'city', value: '南京' })).toEqual([]);
});
