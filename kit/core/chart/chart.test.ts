import { describe, expect, it } from 'vitest';
import { needsPattern, PALETTES, seriesColours } from './palette.ts';
import { formatFigure, pieSlices, plot, REST, toNumber, unitOf } from './prepare.ts';

describe('figures', () => {
  it('reads text, percent signs and separators; nonsense is a gap', () => {
    expect(['12.5', '1,200', '30%', null, undefined, '', 'x', Number.NaN, 3].map(toNumber)).toEqual([
      12.5,
      1200,
      30,
      null,
      null,
      null,
      null,
      null,
      3,
    ]);
  });
  it('reads large figures in 万 and 亿', () => {
    expect(unitOf([9999, null]).name).toBe('');
    expect(unitOf([10_000]).name).toBe('万');
    expect(unitOf([-230_000_000, 5]).name).toBe('亿');
    expect(formatFigure(12_345, unitOf([12_345]))).toBe('1.23万');
    expect(formatFigure(1_160_000_000, unitOf([1_160_000_000]))).toBe('11.6亿');
    expect(formatFigure(1_234_567)).toBe('1,234,567');
    expect(formatFigure(-0.0001, undefined, 2)).toBe('0');
    expect(formatFigure(null)).toBe('—');
  });
});

describe('pie slices', () => {
  it('drop what cannot be drawn, add up equal names, largest first', () => {
    const slices = pieSlices([
      { name: '甲', percent: '20%' },
      { name: '乙', percent: 30 },
      { name: '甲', percent: 40 },
      { name: '丙', percent: 0 },
      { name: '丁', percent: -5 },
      { name: null, percent: 10 },
    ]);
    expect(slices).toEqual([
      { name: '甲', value: 60, share: 60 },
      { name: '乙', value: 30, share: 30 },
      { name: '未命名', value: 10, share: 10 },
    ]);
  });
  it('show percentages as they were given, counts as shares', () => {
    const shares = (...list: number[]) => pieSlices(list.map((percent, i) => ({ name: `n${i}`, percent }))).map(({ share }) => share);
    expect(shares(42.5, 30, 27.2)).toEqual([42.5, 30, 27.2]);
    expect(shares(300, 100)).toEqual([75, 25]);
  });
  it('gather the rest beyond the limit', () => {
    const list = Array.from({ length: 20 }, (_, i) => ({ name: `n${i}`, percent: 20 - i }));
    const slices = pieSlices(list, 5);
    expect(slices).toHaveLength(5);
    expect(slices.at(-1)?.name).toBe(REST);
    expect(slices.reduce((sum, slice) => sum + slice.value, 0)).toBe(210);
    expect(pieSlices([])).toEqual([]);
  });
});

describe('plot', () => {
  it('pads the shorter list with gaps and finds unit and peak', () => {
    const result = plot(['1月', '2月', '3月'], [{ name: '次数', values: [1, '50000', null, 7] }]);
    expect(result.x).toEqual(['1月', '2月', '3月', '']);
    expect(result.series[0]?.values).toEqual([1, 50_000, null, 7]);
    expect(result.unit.name).toBe('万');
    expect(result.peak).toEqual({ series: 0, index: 1, value: 50_000 });
  });
  it('knows emptiness and flat lines', () => {
    expect(plot([], []).isEmpty).toBe(true);
    expect(plot(['a'], [{ name: '', values: [null] }]).isEmpty).toBe(true);
    expect(plot(['a', 'b', 'c'], [{ name: '', values: [0, 0, 0] }])).toMatchObject({ isEmpty: false, peak: null });
  });
});

describe('colours', () => {
  it('start with the five of the mode and stay different for 15 series', () => {
    expect(seriesColours('light', 3)).toEqual(PALETTES.light);
    for (const mode of ['light', 'dark'] as const) {
      const colours = seriesColours(mode, 15);
      expect(new Set(colours).size).toBe(15);
      expect(colours.every((colour) => /^#[0-9A-F]{6}$/.test(colour))).toBe(true);
    }
    expect([needsPattern(15), needsPattern(16)]).toEqual([false, true]);
  });
});

describe('axes of several series', () => {
  it('label the highest figure on the series that it stands in, never on what it is compared with', () => {
    const series = [
      { name: '中位', values: [1, 2, 1] },
      { name: '99% 分位', values: [20, 1190, 25] },
    ];
    expect(plot(['a', 'b', 'c'], series).peak).toEqual({ series: 1, index: 1, value: 1190 });
    const previous = { name: '上期', values: [9000, 9001, 9002], isPrevious: true };
    expect(plot(['a', 'b', 'c'], [...series, previous]).peak).toMatchObject({ series: 1 });
  });
  it('read milliseconds in seconds, and neither times nor sizes in 万', () => {
    const [time] = [[{ name: '', values: [12_000, 900, 10] }]];
    expect(plot(['a', 'b', 'c'], time, 'milliseconds').unit).toEqual({ divisor: 1000, name: '秒' });
    expect(plot(['a'], [{ name: '', values: [900] }], 'milliseconds').unit.name).toBe('');
    expect(plot(['a'], [{ name: '', values: [12_000] }], 'plain').unit.name).toBe('');
  });
});
