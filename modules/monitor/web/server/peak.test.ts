import { expect, test } from 'vitest';
import type { Point } from './points.ts';
import { peakOf } from './peak.ts';

const QUIET = {
  lagP50Ms: 0.1,
  lagP99Ms: 2,
  cpuPercent: 10,
  gcMs: 0,
  rssBytes: 400e6,
  heapUsedBytes: 100e6,
  heapTotalBytes: 200e6,
  diskFreeBytes: null,
  diskTotalBytes: null,
  poolMax: 20,
  poolUsed: 1,
  poolIdle: 1,
  poolWaiting: 0,
  jobsWaiting: 0,
  jobsRunning: 0,
  calls: 10,
  failures: 0,
  p50Ms: 5,
  p95Ms: 40,
  p99Ms: 60,
};
const machine = { stepMinutes: 1, memoryBytes: 8e9, cpus: 2 };
const time = (minute: number) => `2026-11-24T02:${String(minute).padStart(2, '0')}:00.000Z`;
const course = (changes: Record<number, Partial<Point>>): Point[] =>
  Array.from({ length: 10 }, (_, i) => ({ ...QUIET, minute: time(i), ...changes[i] }) as Point);

test('the peak is when most figures are beyond their lines; it says how long, and the slowest call of that time', () => {
  const points = course({
    3: { p95Ms: 700 },
    4: { p95Ms: 1200, lagP99Ms: 160, cpuPercent: 190 },
    5: { cpuPercent: 170 },
    8: { p95Ms: 3000 },
  });
  const slow = [
    { time: '2026-11-24T02:08:20.000Z', method: 'GET', path: '/later', ms: 3000 },
    { time: '2026-11-24T02:04:20.000Z', method: 'GET', path: '/a', ms: 1100 },
    { time: '2026-11-24T02:05:10.000Z', method: 'POST', path: '/b', ms: 1900 },
  ];
  expect(peakOf(points, slow, machine)).toMatchObject({
    at: '10:04',
    over: ['接口耗时 95% 1.2 秒', '事件循环延迟 99% 160 毫秒', '处理器 95%'],
    minutes: 3,
    slowest: { path: '/b' },
  });
});

test('where nothing is beyond its line, the figure that came nearest is told', () => {
  expect(peakOf(course({ 6: { poolUsed: 12 } }), [], machine)).toMatchObject({
    at: '10:06',
    over: [],
    highest: '数据库连接 12 个',
    minutes: 0,
    slowest: null,
  });
  expect(peakOf([], [], machine)).toBeNull();
});
