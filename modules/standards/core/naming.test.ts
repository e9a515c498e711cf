import { describe, expect, it } from 'vitest';
import { checkName, layerPrefixes } from './naming-check.ts';
import { englishName, RootIndex } from './naming.ts';

const root = (rootName: string, rootEn: string, abbreviation: string | null = null, synonyms: string | null = null) => ({
  rootName,
  rootEn,
  abbreviation,
  synonyms,
});
const index = new RootIndex([
  root('合同', 'contract', 'cont'),
  root('同意', 'consent'),
  root('金额', 'amount', 'amt', '款额、数额'),
  root('客户', 'customer', 'cust', '顾客'),
  root('编号', 'code'),
  root('客户编号', 'customer_id'),
  root('手机', 'mobile'),
]);

describe('the English name of a Chinese one', () => {
  it('takes the longest roots', () => {
    expect(englishName('客户编号', index)).toMatchObject({ name: 'customer_id', unknown: [] });
    expect(englishName('合同金额', index).name).toBe('contract_amount');
  });
  it('reads synonyms, and says so', () => {
    const { name, parts } = englishName('顾客款额', index);
    expect(name).toBe('customer_amount');
    expect(parts.map(({ reason }) => reason)).toEqual(['词根“客户”的同义词', '词根“金额”的同义词']);
  });
  it('may use abbreviations, and the whole word where a root has none', () => {
    expect(englishName('合同编号', index, 'abbreviation')).toMatchObject({
      name: 'cont_code',
      parts: [{ word: 'cont' }, { word: 'code', reason: '词根“编号”，没有缩写' }],
    });
  });
  it('names what no root knows in one piece, and leaves joining words and remarks out', () => {
    expect(englishName('客户的信用等级（内部）', index)).toMatchObject({ name: 'customer', unknown: ['信用等级'] });
  });
  it('looks past a root that would leave more unknown: 合同意 is 合 and 同意 only when nothing better fits', () => {
    expect(englishName('合同意', index).parts.map(({ text }) => text)).toHaveLength(2);
    expect(englishName('', index)).toEqual({ name: null, parts: [], unknown: [] });
    expect(englishName('客户ID2', index).name).toBe('customer_id2');
  });
});

describe('命名检查', () => {
  const layers = layerPrefixes('ods=ods_,stg_；dwd=dwd_\nbroken');
  const check = (name: string, more: object = {}) =>
    checkName({ kind: 'column', name, label: null, ...more }, { index, layers, standard: new Set(['emp_no']) });

  it('has nothing to say of names made of roots', () => {
    expect(check('contract_amt')).toEqual({ problems: [], suggestion: null });
    expect(check('emp_no').problems).toEqual([]);
    expect(check('emp_no', { kind: 'table' }).problems).toHaveLength(1);
    expect(check('ods_customer', { kind: 'table', tier: 'ods' }).problems).toEqual([]);
    expect(check('customer', { kind: 'table', tier: 'dwd', schemaName: 'DWD' }).problems).toEqual([]);
  });
  it('says what is written wrongly and what no root has', () => {
    expect(check('CustomerCode')).toMatchObject({ problems: [{ rule: 'form' }], suggestion: 'customer_code' });
    expect(check('kehu_mobile', { label: '客户手机：11 位' })).toMatchObject({
      problems: [{ rule: 'root', say: '词根表没有 kehu' }],
      suggestion: 'customer_mobile',
    });
    expect(check('order').problems.map(({ rule }) => rule)).toContain('reserved');
  });
  it('asks tables for the prefix of their layer', () => {
    expect(check('customer', { kind: 'table', tier: 'dwd', schemaName: 'public' })).toMatchObject({
      problems: [{ rule: 'layer', say: '属于 DWD 层，表名应以 dwd_ 开头' }],
      suggestion: 'dwd_customer',
    });
    expect(check('stg_customer', { kind: 'table', tier: 'ods' }).problems).toEqual([]);
  });
});
