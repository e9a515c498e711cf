import { describe, expect, it } from 'vitest';
import { isStepBack, qualityProblems, type QualityFacts } from './quality-project.ts';

const facts: QualityFacts = {
  stage: '5',
  awardName: '扬子杯',
  awardOrg: '江苏省住房和城乡建设厅',
  awardDate: '2025-05-01',
  startDate: '2020-03-01',
  planFinishDate: '2023-03-01',
  finishDate: '2023-06-01',
  acceptDate: '2023-09-01',
  lng: 118.78,
  lat: 32.04,
};
const paths = (over: Partial<QualityFacts>) => qualityProblems({ ...facts, ...over }).map((issue) => issue.path);

describe('rules between fields', () => {
  it('pass a complete record', () => expect(qualityProblems(facts)).toEqual([]));
  it('ask an award for name, giver and day', () => {
    expect(paths({ awardName: null, awardOrg: null, awardDate: null })).toEqual(['awardName', 'awardOrg', 'awardDate']);
    expect(paths({ stage: '4', awardName: null, awardOrg: null, awardDate: null })).toEqual([]);
  });
  it('keep the days in order, the same day included', () => {
    expect(paths({ planFinishDate: '2020-02-29' })).toEqual(['planFinishDate']);
    expect(paths({ finishDate: '2020-02-29' })).toEqual(['finishDate']);
    expect(paths({ acceptDate: '2023-05-31' })).toEqual(['acceptDate']);
    expect(paths({ planFinishDate: '2020-03-01', finishDate: '2020-03-01', acceptDate: '2020-03-01' })).toEqual([]);
  });
  it('want a place in China, with both degrees', () => {
    expect(paths({ lng: 32.04, lat: 118.78 })).toEqual(['lng', 'lat']);
    expect(paths({ lng: null })).toEqual(['lng']);
    expect(paths({ lat: null })).toEqual(['lat']);
    expect(paths({ lng: null, lat: null })).toEqual([]);
    expect(paths({ lng: 112.28, lat: 3.86 })).toEqual([]);
  });
});

describe('stages', () => {
  it('lead forward, and back only as a step back', () => {
    for (const [from, to] of ['12', '14', '45', '46', '26', '33'].map((pair) => pair.split('')))
      expect(isStepBack(from as string, to as string)).toBe(false);
    for (const [from, to] of ['21', '54', '64', '56', '65', '31'].map((pair) => pair.split('')))
      expect(isStepBack(from as string, to as string)).toBe(true);
  });
});
