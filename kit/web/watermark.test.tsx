import { describe, expect, it } from 'vitest';
import { watermarkText } from './watermark-text.ts';

describe('the watermark', () => {
  it('names the person and hides the middle of the phone', () => {
    expect(watermarkText({ nickname: '尹斌', phone: '13812340001' })).toBe('尹斌 138****0001');
    expect(watermarkText({ nickname: '尹斌', phone: '12345' })).toBe('尹斌 ****');
    expect(watermarkText({ nickname: '尹斌', phone: null })).toBe('尹斌');
    expect(watermarkText(null)).toBe('');
  });
});
