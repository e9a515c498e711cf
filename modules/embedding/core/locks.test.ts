import { describe, expect, it } from 'vitest';
import { ViewFilter } from '#modules/charts/contract/view-filter.ts';
import { ChartConfig } from '#modules/charts/contract/chart.ts';
import { shapeWith, type Shape } from '#modules/charts/core/index.ts';
import { assertUnlocked, filterOfField, lockedShape, locksOf, narrowsChoices, unreachedTiles, withoutLocked } from './locks.ts';

const filter = (id: string, label: string, over: object = {}) =>
  ViewFilter.parse({ id, label, kind: 'multi', targets: [{ dataSetId: 's1', col: id }], ...over });
const region = filter('region', '地区');
const city = filter('city', '城市', { dependsOn: ['region'] });
const tile = (key: string, dataSetId: string) => ({
  key,
  name: `图表${key}`,
  chart: ChartConfig.parse({ v: 1, dataSetId, chartType: 'bar' }),
  actions: [],
  refreshSec: 0,
});
const shape = (): Shape => shapeWith([tile('a', 's1')], { filters: [region, city], refreshSec: 0 });

describe('filters of a token', () => {
  it('are found by id, then by name, once each', () => {
    expect([...locksOf([region, city], { 地区: ['华东'] })]).toEqual([['region', ['华东']]]);
    expect(() => locksOf([region, city], { 地区: ['华东'], region: ['华北'] })).toThrow('不唯一');
    expect(() => locksOf([region, filter('r2', '地区')], { 地区: ['华东'] })).toThrow('不唯一');
    expect(() => locksOf([region], { toString: ['x'] })).toThrow('不存在');
  });
  it.each([null, '', [], { from: null, to: null }])('that limit nothing are refused: %j', (value) => {
    expect(() => locksOf([filter('region', '地区', { kind: 'dateRange' })], { region: value })).toThrow();
  });
  it('stand in the document in place of its defaults, narrow the choices of others, and leave the view', () => {
    const locks = locksOf([region, city], { region: ['华东'] });
    const locked = lockedShape(shape(), locks);
    expect(locked.filters.get('region')).toMatchObject({ value: ['华东'] });
    expect(locked.filters.get('city')!.dependsOn).toEqual(['region']);
    expect(withoutLocked({ filters: [region, city] }, locks).filters).toMatchObject([{ id: 'city', dependsOn: [] }]);
    expect(() => assertUnlocked(locks, { city: ['上海'] })).not.toThrow();
    expect(() => assertUnlocked(locks, { region: undefined })).toThrow('嵌入方限定');
  });
  it('reach every tile and every list of choices, or it is told which not', () => {
    const locks = locksOf([region], { region: ['华东'] });
    expect(unreachedTiles(shape(), locks)).toEqual([]);
    const wider = shapeWith([tile('a', 's1'), tile('b', 's2')], { filters: [region], refreshSec: 0 });
    expect(unreachedTiles(wider, locks)).toEqual([{ filter: '地区', tile: '图表b' }]);
    expect([narrowsChoices(wider, locks, 's1'), narrowsChoices(wider, locks, 's2')]).toEqual([true, false]);
  });
  it.each([
    ['string', ['x'], 'multi'],
    ['string', 'x', 'select'],
    ['number', { from: 1, to: 2 }, 'numberRange'],
    ['date', { from: '2026-01-01', to: '2026-02-01' }, 'dateRange'],
  ] as const)('of a chart take the form of their value: %s %j is %s', (type, value, kind) => {
    const made = filterOfField('s1', { id: 'f', name: '字段', type }, value as never);
    expect(made).toMatchObject({ kind, hidden: true, targets: [{ dataSetId: 's1', col: 'f' }] });
  });
});
