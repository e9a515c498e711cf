import { describe, expect, it } from 'vitest';
import type { Format } from '#modules/datasets/contract/field.ts';
import { formatNumber } from './format.ts';
import { inOneScale } from './one-scale.ts';

const YUAN: Format = { kind: 'number', scale: 'auto', unit: '元', digits: 2, thousands: true };
const told = (values: (number | null)[], format = YUAN) => {
  const one = inOneScale(format, values);
  return values.map((value) => formatNumber(value, one));
};

describe('figures beside each other', () => {
  it.each([
    ['in 亿 although one alone would be in 万', [3_487_000_000, 65_120_000], ['34.87亿元', '0.65亿元']],
    ['in 万 when the smallest would be nothing in 亿', [3_487_120_000, 900_000], ['348,712万元', '90万元']],
    ['in 万 with decimals where they tell something', [620_000, 35_000], ['62.00万元', '3.50万元']],
    ['in 元 when all are small', [8_600, 120], ['8,600.00元', '120.00元']],
    ['losses and gaps', [120_000_000, -45_000_000, null, 0], ['1.20亿元', '-0.45亿元', '—', '0.00亿元']],
    ['a list with an outlier does not become a list of long figures', [560_000_000, 500], ['56,000.00万元', '0.05万元']],
  ])('%s', (_, values, texts) => {
    expect(told(values)).toEqual(texts);
  });

  it('keep a unit that the format names, and those that are a scale themselves', () => {
    expect(inOneScale({ ...YUAN, scale: 'yi' }, [1, 2])).toMatchObject({ scale: 'yi' });
    expect(inOneScale({ ...YUAN, unit: '万元' }, [1, 2e9])).toMatchObject({ scale: 'auto' });
    expect(inOneScale({ ...YUAN, kind: 'percent' }, [0.2])).toMatchObject({ scale: 'auto' });
  });
});
