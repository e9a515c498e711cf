import { expect, it } from 'vitest';
import { wholeLabel } from './cell-label.ts';

const of = (text: string, width: number, height: number) => wholeLabel(14)({ text, rect: { width, height } });
const isOut = (layout: Record<string, unknown>) => typeof layout['x'] === 'number' && layout['x'] < 0;

it('shows a figure whole or not at all', () => {
  expect(of('管理\n112人', 80, 60)).toEqual({});
  expect(isOut(of('管理\n112人', 34, 60))).toBe(true);
});

it('shows the name alone where there is no room for the line of the figure', () => {
  expect(of('管理\n112人', 40, 24)).toEqual({});
  expect(isOut(of('管理\n112人', 16, 24))).toBe(true);
});

it('cuts a long name that is followed by a whole figure', () => expect(of('客户与商机管理\n4', 44, 60)).toEqual({}));
