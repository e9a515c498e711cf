import { expect, it } from 'vitest';
import type { Scalar } from '../../contract/query.ts';
import { ordered } from './order.ts';
import type { Plan } from './plan.ts';
import type { Group } from './shape.ts';

/** The values of one dimension in the order in which an answer shows them. */
function shown(values: readonly Scalar[], sort: 'none' | 'asc' | 'desc' = 'none'): Scalar[] {
  const query = { dataSetId: '1', rows: [], columns: [], measures: [], filters: [], having: [], sort: [] };
  const plan = { query, dims: [{ slot: { col: 'x', sort } }], measures: [] } as unknown as Plan;
  const groups = values.map((value): Group => {
    return { dims: [value], measures: [], compared: [], isOther: false, isVisible: true, level: 0, part: 0 };
  });
  return ordered(plan, groups).map(({ dims }) => dims[0]!);
}

it.each<[string, Scalar[]]>([
  ['years', [2022, 2023, 2024]],
  ['years as text', ['2022年', '2023年', '2024年']],
  ['months', ['1月', '2月', '10月', '12月']],
  ['quarters', ['一季度', '二季度', '三季度', '四季度']],
  ['numbered quarters', ['第一季度', '第二季度', '第三季度', '第四季度']],
  ['months in words', ['一月', '二月', '三月', '九月', '十月', '十一月', '十二月']],
  ['days of the week', ['周一', '周二', '周三', '周四', '周五', '周六', '周日']],
  ['days of the week, long', ['星期一', '星期五', '星期六', '星期天']],
  ['ages', ['0-30天', '31-60天', '61-90天', '91天以上']],
  ['floors', ['九层', '十层', '二十层', '二十一层']],
  ['names by their sound', ['安徽', '北京', '浙江']],
  ['names with a number by their name first', ['甲一', '甲二', '乙一']],
])('%s stand in their own order', (_, values) => {
  expect(shown(values.toReversed())).toEqual(values);
  expect(shown(values, 'desc')).toEqual(values.toReversed());
});

it('empty values come last both ways', () => {
  expect(shown([null, 2, 1])).toEqual([1, 2, null]);
  expect(shown([null, 1, 2], 'desc')).toEqual([2, 1, null]);
});
