import { expect, it } from 'vitest';
import { durationText } from './duration.ts';

it.each([
  [0, '0 毫秒'],
  [999, '999 毫秒'],
  [1240, '1.2 秒'],
  [59_949, '59.9 秒'],
  [59_990, '1 分'],
  [185_000, '3 分 5 秒'],
  [3_600_000, '1 小时'],
  [7_440_000, '2 小时 4 分'],
])('%i ms is %s', (ms, text) => expect(durationText(ms)).toBe(text));
