import type { RuleConfig } from '../../contract/rule-config.ts';
import type { Given, RuleColumn, RuleTable } from './declaration.ts';

/** A column whose id is its name. */
export const given = (name: string, kind: RuleColumn['kind'], more: Partial<RuleColumn> = {}): RuleColumn => ({
  id: name,
  name,
  comment: null,
  dataType: { number: 'numeric(12,2)', text: 'varchar(40)', time: 'timestamp', boolean: 'boolean', other: 'json' }[kind],
  kind,
  ...more,
});

export const PERSON: RuleTable = {
  id: 'person',
  schema: 'ods',
  name: 'person',
  comment: '人员',
  key: ['id'],
  columns: [
    given('id', 'number', { comment: '编号', dataType: 'integer' }),
    given('name', 'text', { comment: '姓名' }),
    given('code', 'text'),
    given('dept', 'text', { comment: '部门' }),
    given('score', 'number'),
    given('age', 'number', { dataType: 'integer' }),
    given('born', 'time', { dataType: 'date' }),
    given('seen', 'time'),
    given('left_at', 'time'),
    given('flag', 'boolean'),
    given('extra', 'other'),
  ],
};
export const DEPT: RuleTable = {
  id: 'dept',
  schema: 'ods',
  name: 'dept',
  comment: '部门',
  key: ['code'],
  columns: [given('code', 'text'), given('title', 'text', { comment: '名称' }), given('total', 'number')],
};

/** A rule over `PERSON` at 2026-03-01 08:30. */
export const ruleOn = (columnId: string | null, config: RuleConfig, more: Partial<Given> = {}): Given => ({
  config,
  table: PERSON,
  columnId,
  tables: new Map([[DEPT.id, DEPT]]),
  codeSet: { name: '性别', codes: ['1', '2'] },
  now: '2026-03-01 08:30:00',
  ...more,
});
