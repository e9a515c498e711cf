import { expect, test } from 'vitest';
import { plot } from '#kit/core/chart/prepare.ts';
import { axisAbove, isolated, limitAxis } from './line-parts.ts';

test('a point between gaps is found, so that it can be drawn as a dot', () => {
  expect([...isolated([1, null, 2, null, 3, 4])]).toEqual([0, 2]);
  expect(isolated([1, 2, 3]).size).toBe(0);
  expect(isolated([]).size).toBe(0);
});

test('the axis ends on a round tick above the limit', () => {
  expect(axisAbove(80)).toEqual({ max: 100, interval: 25 });
  expect(axisAbove(500)).toEqual({ max: 600, interval: 200 });
  expect(axisAbove(14)).toEqual({ max: 20, interval: 5 });
});

test('values beyond the limit keep their own axis', () => {
  const drawn = (values: number[]) => ({ prepared: plot(['a', 'b'], [{ name: '', values }]), option: { yAxis: { type: 'value' } } });
  expect(limitAxis(drawn([10, 40]), { value: 80, label: '告警' })).toEqual({ yAxis: { type: 'value', max: 100, interval: 25 } });
  expect(limitAxis(drawn([10, 90]), { value: 80, label: '告警' })).toEqual({});
  expect(limitAxis(drawn([10, 40]), undefined)).toEqual({});
});
