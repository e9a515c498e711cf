import { expect, it } from 'vitest';
import { fillConfig, fillVariables } from './variables.ts';

const NOW = '2026-03-31 08:05:09';
it.each([
  ['${yyyyMMdd}', '20260331'],
  ['${yyyyMMdd-1}', '20260330'],
  ['${yyyy-MM-dd+1}', '2026-04-01'],
  ['${yyyy-MM-dd-1M}', '2026-02-28'],
  ['${yyyyMM-1M}', '202602'],
  ['${yyyy-1y}', '2025'],
  ['${yyyy-MM-dd-1w}', '2026-03-24'],
  ['${now}', '2026-03-31 08:05:09'],
  ['${now-2h}', '2026-03-31 06:05:09'],
  ['${now-10m}', '2026-03-31 07:55:09'],
  ['${now-1d+30m}', '2026-03-30 08:35:09'],
  ['${yyyyMMddHH-9h}', '2026033023'],
  ['${today}', '2026-03-31'],
  ['${yesterday}', '2026-03-30'],
  ['dt=${yyyyMMdd-1}/h=${HH}', 'dt=20260330/h=08'],
  ['no variables', 'no variables'],
])('%s is %s', (text, expected) => expect(fillVariables(text, NOW)).toBe(expected));

it('refuses what nobody knows', () => {
  for (const text of ['${x}', '${}', '${user.id}', '${yyyyMMdd-1q}']) expect(() => fillVariables(text, NOW)).toThrow(/不支持的变量/);
});
it('goes through a whole config', () => {
  const config = { accuracy: { max: '${yyyy-MM-dd}', values: ['${yyyyMM}', 'x'], n: 1 }, filter: null };
  expect(fillConfig(config, NOW)).toEqual({ accuracy: { max: '2026-03-31', values: ['202603', 'x'], n: 1 }, filter: null });
});
