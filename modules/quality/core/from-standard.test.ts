import { describe, expect, it } from 'vitest';
import { rulesOfStandard, type StandardFacts } from './from-standard.ts';

const of = (more: Partial<StandardFacts>): StandardFacts => ({
  dataType: 'varchar',
  dataLength: null,
  isNullable: '1',
  format: null,
  gbTypeId: null,
  gbTypeName: null,
  recogniser: null,
  ...more,
});
const items = (more: Partial<StandardFacts>, kind: Parameters<typeof rulesOfStandard>[1] = 'text') =>
  rulesOfStandard(of(more), kind).map(({ item }) => item);

describe('rules that a standard asks for', () => {
  it('follow its attributes', () => {
    expect(items({ isNullable: '0', dataLength: '11', gbTypeId: '1', gbTypeName: '性别' })).toEqual([
      'integrity_key',
      'accuracy_length',
      'consistent_key',
    ]);
    expect(rulesOfStandard(of({ dataLength: '..20' }), 'text')[0]!.config).toEqual({
      ruleItemCode: 'accuracy_key_length',
      accuracy: { maxLength: 20 },
    });
    expect(items({ dataLength: '18,2', valueRange: '0..' }, 'number')).toEqual(['accuracy_precision', 'accuracy_range']);
    expect(items({ dataType: 'date' })).toEqual(['accuracy_type']);
    expect(items({})).toEqual([]);
  });

  it('a form that is validated as a whole stands for length and format', () => {
    expect(items({ recogniser: 'idCard', dataLength: '18', format: '\\d{17}[0-9X]' })).toEqual(['accuracy_id_card']);
    expect(items({ recogniser: 'email' }, 'number')).toEqual([]);
  });

  it('formats become patterns of the whole value, never descriptions', () => {
    const pattern = (format: string) => rulesOfStandard(of({ format }), 'text')[0]?.config.accuracy;
    expect(pattern('an..20')).toEqual({ pattern: '^[A-Za-z0-9]{1,20}$' });
    expect(pattern('YYYY-MM-DD')).toEqual({ format: 'yyyy-MM-dd' });
    expect(pattern('^1[3-9]|2$')).toEqual({ pattern: '^(1[3-9]|2)$' });
    expect(pattern('按国家标准书写')).toBeUndefined();
  });

  it('what a column of its kind cannot be asked is not asked', () => {
    expect(items({ dataLength: '11', format: 'n11' }, 'number')).toEqual([]);
    expect(items({ valueRange: '0..5' })).toEqual([]);
    expect(items({ gbTypeId: '1' })).toEqual([]);
  });
});
