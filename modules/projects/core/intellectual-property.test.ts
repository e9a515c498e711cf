import { describe, expect, it } from 'vitest';
import { ipProblems, statusStepProblem, suggestedExpiry, type IpFacts } from './intellectual-property.ts';

const facts: IpFacts = {
  ipType: '1',
  legalStatus: '4',
  applyNo: 'CN201710601862.3',
  applyDate: '2017-07-21',
  grantNo: 'ZL201710601862.3',
  grantDate: '2019-03-01',
  expireDate: '2037-07-20',
};
const paths = (over: Partial<IpFacts>) => ipProblems({ ...facts, ...over }).map((issue) => issue.path);

describe('legal status', () => {
  it('goes on, and never back before what has happened', () => {
    for (const [from, to] of ['12', '23', '34', '24', '46', '47', '53', '64', '74', '44'].map((pair) => pair.split('')))
      expect(statusStepProblem(from as string, to as string)).toBeNull();
    for (const [from, to] of ['62', '61', '42', '43', '45', '31', '67', '71', '17'].map((pair) => pair.split('')))
      expect(statusStepProblem(from as string, to as string)).toContain('不能');
    expect(statusStepProblem('6', '2')).toBe('法律状态不能由“失效/终止”变为“已受理”，可变为“已授权”');
  });
});

describe('rules between fields', () => {
  it('pass a complete grant', () => expect(ipProblems(facts)).toEqual([]));
  it('ask a grant for number and day', () => {
    expect(paths({ grantNo: null, grantDate: null })).toEqual(['grantNo', 'grantDate']);
    expect(paths({ legalStatus: '2', grantNo: null, grantDate: null })).toEqual([]);
  });
  it('keep the days in order', () => {
    expect(paths({ grantDate: '2017-07-20' })).toEqual(['grantDate']);
    expect(paths({ grantDate: '2017-07-21' })).toEqual([]);
    expect(paths({ expireDate: '2018-01-01' })).toEqual(['expireDate']);
  });
  it('check numbers by type', () => {
    expect(paths({ ipType: '2' })).toEqual(['applyNo']);
    expect(paths({ ipType: '4', applyNo: '2023R11S0123456', grantNo: '2023SR0123456' })).toEqual([]);
    expect(paths({ ipType: '4', grantNo: '没有' })).toEqual(['grantNo']);
    expect(paths({ ipType: '7', applyNo: '工法-1', grantNo: 'GF-2020' })).toEqual([]);
  });
});

describe('suggested expiry', () => {
  it('follows the term of the law, which ends before the anniversary', () => {
    expect(suggestedExpiry('1', '2017-07-21')).toBe('2037-07-20');
    expect(suggestedExpiry('2', '1999-09-06')).toBe('2009-09-05');
    expect(suggestedExpiry('3', '2021-05-31')).toBe('2031-05-30');
    expect(suggestedExpiry('3', '2021-06-01')).toBe('2036-05-31');
    expect(suggestedExpiry('1', '2024-02-29')).toBe('2044-02-28');
  });
  it('is silent where no term runs from the application', () => {
    expect(suggestedExpiry('4', '2020-01-01')).toBeNull();
    expect(suggestedExpiry('1', null)).toBeNull();
  });
});
