import { describe, expect, it } from 'vitest';
import { normalName, similarKey } from './normal-name.ts';

describe('names compared for duplicates', () => {
  it.each([
    ['衡远（江苏）监理有限公司', '衡远(江苏) 监理有限公司'],
    ['ＡＢＣ-１２３', 'abc 123'],
    ['张 伟', '张伟'],
    ['“智慧”工地·平台', '智慧工地平台'],
  ])('%s and %s are the same', (a, b) => expect(normalName(a)).toBe(normalName(b)));
  it('keep what makes them different', () => {
    expect(normalName('一级建造师')).not.toBe(normalName('二级建造师'));
    expect(normalName('公司1')).not.toBe(normalName('公司2'));
  });
  it('have no key when one of them says nothing', () => {
    expect(similarKey('张伟', '——')).toBe('');
    expect(similarKey('张 伟', 'Ａ-1')).toBe('张伟|a1');
  });
});
