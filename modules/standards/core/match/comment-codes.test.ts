import { expect, it } from 'vitest';
import { namesInComment } from './comment-codes.ts';

it.each([
  ['学历：1大专及以下 2本科 3硕士 4博士', '1大专及以下,2本科,3硕士,4博士'],
  ['性别 M男 F女', 'M男,F女'],
  ['状态（0-禁用、1-启用）', '0禁用,1启用'],
  ['省份行政区划代码', ''],
  ['第3季度数量', ''],
  [null, ''],
])('%s names %s', (comment, pairs) => {
  expect([...namesInComment(comment)].map((pair) => pair.join('')).join(',')).toBe(pairs);
});
