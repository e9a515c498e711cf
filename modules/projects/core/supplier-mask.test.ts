import { describe, expect, it } from 'vitest';
import { maskAccount, maskNumber, unmasked } from './supplier-mask.ts';

describe('masked numbers', () => {
  it('hide the middle', () => {
    expect(maskNumber('13812340001')).toBe('138****0001');
    expect(maskNumber('010-88886666')).toBe('010****6666');
    expect(maskNumber('12345')).toBe('1****5');
    expect(maskAccount('6222021234567890')).toBe('********7890');
  });
  it('come back as the stored number when nobody touched them', () => {
    expect(unmasked('138****0001', '13812340001', maskNumber)).toBe('13812340001');
    expect(unmasked('13900000000', '13812340001', maskNumber)).toBe('13900000000');
    expect(unmasked('139****0001', '13812340001', maskNumber)).toBeNull();
    expect(unmasked('138****0001', null, maskNumber)).toBeNull();
  });
});
