import { describe, expect, it } from 'vitest';
import { patentCheckDigit, patentNumberForm, patentNumberProblem, softwareNumberProblem } from './patent-number.ts';

describe('check digit of a patent application number', () => {
  it.each([
    // published examples of both forms
    ['201710601862.3', '1'],
    ['200710308494.X', '1'],
    ['202320135062.8', '2'],
    ['202330062702.2', '3'],
    ['97101765.4', '1'],
    ['95115608.X', '1'],
  ])('%s', (number, type) => {
    const [digits, check] = number.split('.') as [string, string];
    expect(patentCheckDigit(digits)).toBe(check);
    expect(patentNumberProblem(number, type)).toBeNull();
  });

  it('finds every single wrong digit but one that leaves the remainder', () => {
    const digits = '201710601862';
    for (let at = 5; at < digits.length; at++) {
      const wrong = `${digits.slice(0, at)}${(Number(digits[at]) + 1) % 10}${digits.slice(at + 1)}`;
      expect(patentNumberProblem(`${wrong}.3`, '1'), wrong).toContain('校验位');
    }
  });
});

describe('patent application number', () => {
  it('is read with prefix, blanks and small x, and kept in one form', () => {
    for (const text of ['ZL 2017 1 0601862.3', 'cn201710601862.3', '2017106018623', ' CN 201710601862.3 '])
      expect(patentNumberForm(text)).toBe('CN201710601862.3');
    expect(patentNumberForm('95115608.x')).toBe('CN95115608.X');
    expect(patentNumberForm(' 没有号码 ')).toBe('没有号码');
  });
  it('says which type it belongs to', () => {
    expect(patentNumberProblem('202320135062.8', '1')).toBe('该申请号属于实用新型，与所选类型不一致');
    expect(patentNumberProblem('201710601862.3', '3')).toContain('发明专利');
  });
  it('refuses other lengths, kinds and years', () => {
    expect(patentNumberProblem('12345', '1')).toContain('13位');
    expect(patentNumberProblem('', '1')).toContain('13位');
    expect(patentNumberProblem(`201750601862.${patentCheckDigit('201750601862')}`, '1')).toContain('申请种类');
    expect(patentNumberProblem(`199910601862.${patentCheckDigit('199910601862')}`, '1')).toContain('年份');
    expect(patentNumberProblem(`70101765.${patentCheckDigit('70101765')}`, '1')).toContain('年份');
  });
});

describe('software registration number', () => {
  it('is year, SR and a serial', () => {
    expect(softwareNumberProblem('2023SR0123456')).toBeNull();
    expect(softwareNumberProblem('2009sr01234')).toBeNull();
    for (const text of ['2023SR', '软著登字第1号', '23SR0123456', '2023SR12345678']) expect(softwareNumberProblem(text)).toContain('SR');
  });
});
