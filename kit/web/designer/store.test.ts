import { expect, test } from 'vitest';
import { ChartConfig } from '#modules/charts/contract/chart.ts';
import { makeDesign } from './store.ts';

const start = () => makeDesign({ id: '1', name: '图表', version: 0, config: ChartConfig.parse({ dataSetId: '1', chartType: 'bar' }) });
const limit = (store: ReturnType<typeof start>) => store.getState().config.limit;
const set = (store: ReturnType<typeof start>, value: number, gesture?: string) =>
  store.getState().change('上限', { ...store.getState().config, limit: value }, gesture);

test('steps go back and forth, a new one ends what was undone', () => {
  const store = start();
  set(store, 1);
  set(store, 2);
  store.getState().undo();
  expect(limit(store)).toBe(1);
  store.getState().redo();
  expect(limit(store)).toBe(2);
  store.getState().undo();
  store.getState().undo();
  store.getState().undo();
  expect(limit(store)).toBe(1000);
  set(store, 3);
  store.getState().redo();
  expect(limit(store)).toBe(3);
});

test('a gesture is one step, and nothing is no step', () => {
  const store = start();
  for (let i = 1; i < 50; i += 1) set(store, i, 'slider');
  store.getState().change('上限', store.getState().config);
  expect(store.getState().past).toHaveLength(1);
  store.getState().undo();
  expect(limit(store)).toBe(1000);
});

test('a version that is taken over can be undone', () => {
  const store = start();
  set(store, 7);
  store.getState().take('采用他人版本', { ...store.getState().config, limit: 9 }, 4, '{}');
  expect(store.getState()).toMatchObject({ version: 4, saved: '{}', config: { limit: 9 } });
  store.getState().undo();
  expect(limit(store)).toBe(7);
});
