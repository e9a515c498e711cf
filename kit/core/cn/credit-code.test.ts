import { describe, expect, it } from 'vitest';
import { creditCodeProblem, normalCreditCode } from './credit-code.ts';

/** Published codes of well-known organisations; the first is the example that circulates with the standard. */
const PUBLIC = [
  '91350100M000100Y43',
  '914403001922038216',
  '9144030071526726XG',
  '91330100799655058B',
  '91110000802100433B',
  '91110108551385082Q',
  '9152000071430580XT',
  '91110000710925462X',
  '12100000400000624D',
  '91440300708461136T',
];
const ALPHABET = '0123456789ABCDEFGHJKLMNPQRTUWXY';

describe('the unified social credit code', () => {
  it.each(PUBLIC)('%s is right', (code) => expect(creditCodeProblem(code)).toBeNull());

  it.each(PUBLIC)('%s with any single character changed is wrong', (code) => {
    for (let at = 0; at < 18; at++)
      for (const other of ALPHABET)
        if (other !== code[at]) expect(creditCodeProblem(`${code.slice(0, at)}${other}${code.slice(at + 1)}`)).not.toBeNull();
  });

  it('finds neighbours that changed places', () => {
    expect(creditCodeProblem('91350100M000010Y43')).toMatch(/校验位/);
    expect(creditCodeProblem('19350100M000100Y43')).toMatch(/校验位/);
  });

  it('says what is wrong', () => {
    expect(creditCodeProblem('')).toMatch(/18位/);
    expect(creditCodeProblem('91350100M000100Y4')).toMatch(/18位/);
    expect(creditCodeProblem('91350100M000100Y4I')).toMatch(/I、O、S、V、Z/);
    expect(creditCodeProblem('９1350100M000100Y43')).toMatch(/不允许的字符/);
    expect(creditCodeProblem('９１350100M000100Y43')).not.toBeNull();
    expect(creditCodeProblem("91350100M000100'; --")).not.toBeNull();
  });

  it('is stored in capitals without blanks', () => {
    expect(normalCreditCode(' 91350100 m000100y43\n')).toBe('91350100M000100Y43');
  });
});
