import { describe, expect, it } from 'vitest';
import { alpha, contrast, distance, gradientColor, luminance, mix, parseColor, smallestDifference, textColorOn, toHex } from './color.ts';

describe('a colour', () => {
  it.each([
    ['#fff', [255, 255, 255, 1]],
    ['#0F6CBD', [15, 108, 189, 1]],
    ['#0F6CBD80', [15, 108, 189, 128 / 255]],
    ['#0f08', [0, 255, 0, 136 / 255]],
    [' rgb(1, 2, 3) ', [1, 2, 3, 1]],
    ['rgba(1 2 3 / 0.5)', [1, 2, 3, 0.5]],
    ['#12345', null],
    ['#1234567', null],
    ['#12', null],
    ['#12345g', null],
    ['rgb(1, 2)', null],
    ['rgb(1, 2, x)', null],
    ['red', null],
  ])('%s is %j', (text, rgba) => expect(parseColor(text)).toEqual(rgba));
  it('is written with six digits, within what a screen has', () => {
    expect(toHex([15, 108, 189, 0.5])).toBe('#0F6CBD');
    expect(toHex([-5, 255.6, 7.4, 1])).toBe('#00FF07');
  });
  it('takes another alpha, and stays as it is when it cannot be read', () => {
    expect(alpha('#0F6CBD', 0.2)).toBe('rgba(15,108,189,0.2)');
    expect(alpha('var(--x)', 0.2)).toBe('var(--x)');
  });
  it('is mixed, and found along a gradient', () => {
    expect(mix('#000000', '#FFFFFF', 0.25)).toBe('#404040');
    expect(mix('#102030', 'red', 0.5)).toBe('#102030');
    expect(mix('red', '#102030', 0.5)).toBe('red');
    const stops = ['#000000', '#FF0000', '#FFFFFF'];
    expect([-1, 0, 0.25, 0.5, 0.75, 1, 2].map((part) => gradientColor(stops, part))).toEqual([
      '#000000',
      '#000000',
      '#800000',
      '#FF0000',
      '#FF8080',
      '#FFFFFF',
      '#FFFFFF',
    ]);
    expect(gradientColor(stops, Number.NaN)).toBe('#000000');
    expect(gradientColor(['#123456'], 0.7)).toBe('#123456');
    expect(gradientColor([], 0.7)).toBe('');
  });
});

describe('what people see of colours', () => {
  it('is measured as WCAG 2 does', () => {
    expect(luminance('#FFFFFF')).toBeCloseTo(1, 6);
    expect(luminance('#808080')).toBeCloseTo(0.2159, 4);
    expect(luminance('#0A0A0A')).toBeCloseTo(0.00304, 5);
    expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21, 6);
    expect(contrast('#FFFFFF', '#000000')).toBeCloseTo(21, 6);
    expect(contrast('#777777', '#FFFFFF')).toBeCloseTo(4.478, 3);
  });
  it('chooses the text that can be read', () => {
    expect([textColorOn('#0F6CBD'), textColorOn('#FFEB3B'), textColorOn('#FFFFFF'), textColorOn('#000000')]).toEqual([
      '#FFFFFF',
      '#10151F',
      '#10151F',
      '#FFFFFF',
    ]);
  });
  it('differs by nothing from itself, most from black to white, and alike in both directions', () => {
    expect(distance('#3366CC', '#3366CC')).toBe(0);
    expect(distance('#000000', '#FFFFFF')).toBeCloseTo(100, 1);
    for (const [one, other] of [
      ['#3366CC', '#CC3366'],
      ['#FF0000', '#0000FF'],
      ['#102030', '#302010'],
    ] as const)
      expect(distance(one, other)).toBeCloseTo(distance(other, one), 9);
  });
  it('is less for who cannot tell red from green', () => {
    for (const vision of ['protan', 'deutan'] as const)
      expect(distance('#D62728', '#2CA02C', vision)).toBeLessThan(distance('#D62728', '#2CA02C') / 2);
    expect(distance('#D62728', '#2CA02C', 'tritan')).toBeGreaterThan(40);
  });
  it('is as much in a list as its closest two differ', () => {
    const colors = ['#FF0000', '#0000FF', '#FF1000'];
    expect(smallestDifference(colors)).toBe(distance('#FF0000', '#FF1000'));
    expect(smallestDifference(['#FF0000'])).toBe(Infinity);
  });
});
