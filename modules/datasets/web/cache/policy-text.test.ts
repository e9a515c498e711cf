import { expect, it } from 'vitest';
import type { CachePolicy } from '../../contract/cache-policy.ts';
import { inheritedText, policyText, spanText } from './policy-text.ts';

const policy = (mode: CachePolicy['mode'], over: Partial<CachePolicy> = {}): CachePolicy => ({ mode, freshSec: 300, staleSec: 0, ...over });

it('a policy and where it comes from are said in a few words', () => {
  expect([0, 45, 60, 90, 300, 7200, 86_400].map(spanText)).toEqual(['0 秒', '45 秒', '1 分钟', '90 秒', '5 分钟', '2 小时', '1 天']);
  expect(inheritedText({ place: 'set', policy: policy('ttl') })).toBe('数据集 · 5 分钟');
  expect(inheritedText({ place: 'source', policy: policy('event') })).toBe('数据源 · 到数据更新为止');
  expect(inheritedText({ place: 'platform', policy: policy('ttl', { freshSec: 60 }) })).toBe('平台 · 1 分钟');
  expect(policyText(policy('schedule', { cron: '0 0 6 * * ?' }))).toBe('每天 06:00 更新');
  expect(policyText(policy('schedule', { cron: '0 0 * * * ?' }))).toBe('每小时 更新');
  expect(policyText(policy('schedule', { cron: '0 0 6,12,18 * * ?' }))).toBe('每天 06:00、12:00、18:00 更新');
});
