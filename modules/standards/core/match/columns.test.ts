import { describe, expect, it } from 'vitest';
import { ElementIndex, type ColumnWords } from './columns.ts';

const index = new ElementIndex([
  { id: 'mobile', name: '手机号码', nameEn: 'mobile', synonyms: '手机、联系电话', classId: 'mobile', dataType: 'varchar' },
  { id: 'amount', name: '合同金额', nameEn: 'contract_amount', synonyms: null, classId: null, dataType: 'decimal' },
  { id: 'gender', name: '性别代码', nameEn: 'gender', synonyms: '性别', classId: null, dataType: 'char' },
]);
const column = (name: string, more: Partial<ColumnWords> = {}): ColumnWords => ({
  name,
  label: null,
  dataType: 'text',
  classId: null,
  ...more,
});
const best = (one: ColumnWords) => index.match(one)[0];

describe('elements for columns', () => {
  it.each([
    ['mobile', { label: '手机号码', classId: 'mobile' }, 'mobile'],
    ['contact_mobile', { label: '联系人手机' }, 'mobile'],
    ['sjhm', { label: '手机号码' }, 'mobile'],
    ['gender', { label: '性别：M男 F女' }, 'gender'],
    ['contract_amount', { dataType: 'numeric' }, 'amount'],
    ['shoujihaoma', {}, 'mobile'],
  ])('%s %o follows %s', (name, more, id) => {
    const match = best(column(name, more))!;
    expect(match.elementId).toBe(id);
    expect(match.reasons.length).toBeGreaterThan(0);
    expect(match.reasons.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(match.score, 5);
    // what is the same never speaks against an element, however much else speaks for it
    expect(match.reasons.filter(({ label, share }) => label.endsWith('相同') && share <= 0)).toEqual([]);
  });

  it.each(['score', 'id', 'create_time', 'mobility'])('%s follows none', (name) => expect(index.match(column(name))).toEqual([]));

  it('a number is no text of the same name', () => {
    expect(best(column('contact_mobile', { dataType: 'bigint' }))?.score ?? 0).toBeLessThan(0.8);
  });
});
