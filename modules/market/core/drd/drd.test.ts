import { describe, expect, it } from 'vitest';
import { gapsOf } from './core-metadata.ts';
import { applyTurn, drdTurn, endOfDay, type DrdAction } from './states.ts';

describe('a resource', () => {
  const whole = {
    summary: '客户',
    ownerDept: '1',
    shareType: '2',
    shareCondition: '限内部',
    shareWay: '接口',
    itemList: [{}],
    mounts: [{ mountType: '1' }],
  };
  it('tells which core metadata it lacks', () => {
    expect(gapsOf(whole)).toEqual([]);
    expect(gapsOf({ ...whole, shareCondition: null, shareType: '1' })).toEqual([]);
    expect(gapsOf({ ...whole, itemList: [], mounts: [{ mountType: '3' }] })).toEqual([]);
    expect(gapsOf({ ...whole, itemList: [], summary: null, shareType: '3', shareCondition: null, shareWay: null })).toEqual([
      '资源摘要',
      '信息项',
      '不予共享依据',
    ]);
  });

  it('is published only after a review', () => {
    const may = (state: '1' | '2' | '3' | '4') =>
      (['edit', 'remove', 'submit', 'publish', 'return', 'offline'] as DrdAction[]).filter((action) => 'to' in drdTurn(state, action));
    expect(may('1')).toEqual(['edit', 'remove', 'submit']);
    expect(may('2')).toEqual(['publish', 'return']);
    expect(may('3')).toEqual(['offline']);
    expect(may('4')).toEqual(['edit', 'remove', 'submit']);
  });
});

it('a request is decided once, and its last day counts whole', () => {
  expect(applyTurn('1', 'approve')).toEqual({ to: '2' });
  expect(applyTurn('2', 'reject')).toHaveProperty('refusal');
  expect(applyTurn('5', 'end')).toHaveProperty('refusal');
  expect(endOfDay('2026-12-31').toISOString()).toBe('2026-12-31T16:00:00.000Z');
});
