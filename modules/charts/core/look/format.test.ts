import { describe, expect, it } from 'vitest';
import type { Format } from '#modules/datasets/contract/field.ts';
import { axisScale, duration, formatNumber, formatTime, formatValue, isoWeek, numberParts, shortNumber } from './format.ts';

const format = (more: Partial<Format>): Format => ({ kind: 'auto', scale: 'none', thousands: true, ...more });

describe('numbers', () => {
  it.each([
    [null, undefined, '—'],
    [0, undefined, '0'],
    [1234567.891, undefined, '1,234,567.89'],
    [-0.001, undefined, '-0.001'],
    [0.000012, undefined, '0.000012'],
    [1e-9, undefined, '1.0e-9'],
    [-1234, format({ thousands: false }), '-1234'],
    [123456789, format({ scale: 'wan' }), '12,345.68万'],
    [123456789, format({ scale: 'yi', digits: 1, unit: '元' }), '1.2亿元'],
    [3.2e12, format({ scale: 'auto' }), '3.2万亿'],
    [9999, format({ scale: 'auto' }), '9,999'],
    [0.1256, format({ kind: 'percent' }), '12.6%'],
    [0.1256, format({ kind: 'percent', digits: 2 }), '12.56%'],
    [12.5, format({ kind: 'currency' }), '¥12.50'],
    [-12.5, format({ kind: 'currency' }), '-¥12.50'],
    [-0.004, format({ kind: 'currency' }), '¥0.00'],
    [4000, format({ kind: 'duration' }), '1小时6分'],
  ])('%s with %o is %s', (value, how, text) => expect(formatNumber(value, how)).toBe(text));

  it('changes carry their sign and are shares', () => {
    expect(formatNumber(0.126, null, 'yoy')).toBe('+12.6%');
    expect(formatNumber(-0.02, null, 'mom')).toBe('-2%');
    expect(formatNumber(5, null, 'yoyDiff')).toBe('+5');
    expect(formatNumber(0.3, null, 'share')).toBe('30%');
  });

  it('short figures keep their own scale and shrink only when large', () => {
    expect(shortNumber(12_345)).toBe('12,345');
    expect(shortNumber(12_345_678)).toBe('1,234.57万');
    expect(shortNumber(5.86e8, format({ unit: '元' }))).toBe('5.86亿元');
    expect(shortNumber(5.86e8, format({ scale: 'wan' }))).toBe('58,600万');
    expect(numberParts(34.87e8, format({ scale: 'auto', unit: '元' }))).toEqual({ digits: '34.87', unit: '亿元' });
  });

  it('axes name one unit for all ticks', () => {
    const axis = axisScale(5.86e8, format({ unit: '元' }));
    expect([axis.unit, axis.tick(4e8), axis.tick(0)]).toEqual(['亿元', '4', '0']);
    expect(axisScale(23_000, format({ unit: '万元' }))).toMatchObject({ unit: '亿元', divisor: 1e4 });
    expect(axisScale(900, format({ unit: '万元' }))).toMatchObject({ unit: '万元', divisor: 1 });
    expect(axisScale(5e5, format({ unit: '亿元' })).unit).toBe('万亿元');
    expect(formatNumber(123_456, format({ scale: 'auto', unit: '万人' }))).toBe('12.35亿人');
    expect(axisScale(0.9, format({ kind: 'percent' })).tick(0.255)).toBe('25.5%');
    expect(axisScale(120, null).unit).toBe('');
  });

  it('durations have two parts at most', () => {
    expect([0.5, 59.9, 90, 3600, 90_000, -75].map(duration)).toEqual(['0.5秒', '59.9秒', '1分30秒', '1小时', '1天1小时', '-1分15秒']);
  });
});

describe('times and other values', () => {
  it.each([
    ['2026-01-01', 'year', '2026年'],
    ['2026-04-01', 'quarter', '2026年2季度'],
    ['2026-03-01', 'month', '2026-03'],
    ['2025-12-29', 'week', '2026年01周'],
    ['2026-03-09', 'day', '2026-03-09'],
    ['2026-03-09 08:00', 'hour', '03-09 08:00'],
    ['2026-03-09T08:05:00', 'minute', '03-09 08:05'],
  ] as const)('%s by %s is %s', (value, grain, text) => expect(formatTime(value, grain)).toBe(text));

  it('weeks follow ISO 8601 at the turn of the year', () => {
    expect(isoWeek({ y: 2027, m: 1, d: 1 })).toEqual({ year: 2026, week: 53 });
    expect(isoWeek({ y: 2024, m: 12, d: 30 })).toEqual({ year: 2025, week: 1 });
  });

  it('patterns, gaps, blanks, truth and masked numbers stay readable', () => {
    expect(formatTime('2026-03-09 08:05:07', null, 'YYYY年M月D日 HH:mm')).toBe('2026年3月9日 08:05');
    expect(formatTime('不是日期', 'month')).toBe('不是日期');
    expect(formatValue(null, { type: 'string' })).toBe('—');
    expect(formatValue('', { type: 'string' })).toBe('（空白）');
    expect(formatValue(true, { type: 'bool' })).toBe('是');
    expect(formatValue('***', { type: 'number' })).toBe('***');
    expect(formatValue('9007199254740993', { type: 'number', format: format({ scale: 'yi' }) })).toBe('90,071,992.55亿');
  });
});
