import { describe, expect, it } from 'vitest';
import { idCardFacts, idCardProblem, isMaskedIdCard, maskIdCard, normalIdCard } from './id-card.ts';

// worked examples of GB 11643-1999, appendix B
const MALE_X = '11010519491231002X';
const MALE = '440524188001010014';

describe('identity numbers', () => {
  it.each([MALE_X, MALE])('%s is right', (text) => expect(idCardProblem(text)).toBeNull());
  it.each([
    ['another check digit', '110105194912310021'],
    ['two digits exchanged', '11010519491213002X'],
    ['a day that does not exist', '11010519490231002X'],
    ['a province that does not exist', '990105194912310028'],
    ['full-width digits', '１10105194912310021'],
    ['blanks around it', ' 11010519491231002X '],
    ['15 digits of the old form', '110105491231002'],
    ['a place that starts with 0', '01010519491231002X'],
    ['letters', "1' or '1'='1'; --x"],
    ['nothing', ''],
  ])('%s is wrong', (_, text) => expect(idCardProblem(text)).not.toBeNull());
  it.each([
    ['2000-02-29', true],
    ['1999-02-29', false],
    ['1900-02-29', false],
    ['2004-02-29', true],
    ['1999-02-28', true],
    ['1999-04-31', false],
    ['1999-12-31', true],
    ['1999-13-01', false],
    ['1999-00-10', false],
    ['1999-01-00', false],
    ['1880-01-01', true],
    ['1879-12-31', false],
    ['2099-12-31', true],
    ['2100-01-01', false],
  ])('of somebody born on %s: %s', (day, isBorn) => {
    const number = `110105${day.replaceAll('-', '')}002`;
    const problems = [...'0123456789X'].map((check) => idCardProblem(number + check));
    expect(problems.includes(null)).toBe(isBorn);
    expect(problems.every((problem) => problem === '身份证号中的出生日期不存在')).toBe(!isBorn);
  });
  it('belong to a district: 0000 is none', () => expect(idCardProblem('110000194912310025')).toBe('身份证号的地区码不存在'));
  it('are the same with a small x', () => {
    expect(idCardProblem(MALE_X.toLowerCase())).toBeNull();
    expect(normalIdCard(` ${MALE_X.toLowerCase()} `)).toBe(MALE_X);
  });
  it('tell the date of birth and the gender', () => {
    expect(idCardFacts(MALE_X)).toEqual({ birthday: '1949-12-31', gender: '2' });
    expect(idCardFacts(MALE)).toEqual({ birthday: '1880-01-01', gender: '1' });
  });
  it('are masked so that the mask is known and tells neither birthday nor the whole number', () => {
    const mask = maskIdCard(MALE_X);
    expect(mask).toBe('110105********002X');
    expect(isMaskedIdCard(mask)).toBe(true);
    expect(isMaskedIdCard(MALE_X)).toBe(false);
  });
});
