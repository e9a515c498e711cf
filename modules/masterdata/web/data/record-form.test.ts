import { describe, expect, it } from 'vitest';
import { sentQuery } from './list-api.ts';
import { changedValues, controlValue, recordFields, sentValue, type FormColumn } from './record-form.ts';
import { titleColumn } from '../../core/index.ts';
import { valueText } from './values.ts';

const column = (part: Partial<FormColumn> & { columnName: string }): FormColumn => ({
  id: part.columnName,
  columnComment: part.columnName,
  columnType: 'varchar',
  columnLength: '50',
  columnScale: null,
  defaultValue: null,
  isRequired: '0',
  isUnique: '0',
  isInsert: '1',
  isEdit: '1',
  isDetail: '1',
  isList: '1',
  isQuery: '0',
  queryType: 'eq',
  htmlType: 'input',
  isBindDict: '0',
  bindDictTypeId: null,
  bindDictColumn: null,
  elementId: null,
  refModelId: null,
  sort: 0,
  isMasked: false,
  isSensitive: false,
  isCoded: false,
  ...part,
});
const NONE: ReadonlySet<string> = new Set();
const dictList = [
  { id: '1', value: 'A', label: '优' },
  { id: '2', value: 'B', label: '良' },
];

describe('the form of a record', () => {
  it('has the controls of its columns, and none for what numbers itself', () => {
    const columns = [
      column({ columnName: 'code', isCoded: true }),
      column({ columnName: 'name' }),
      column({ columnName: 'note', htmlType: 'textarea' }),
      column({ columnName: 'grade', htmlType: 'radio', dictList }),
      column({ columnName: 'tags', htmlType: 'checkbox', dictList }),
      column({ columnName: 'capital', columnType: 'decimal', columnLength: '18', columnScale: '2' }),
      column({ columnName: 'founded', columnType: 'date' }),
      column({ columnName: 'met', columnType: 'datetime' }),
    ];
    expect(recordFields(columns, { occasion: 'new', masked: NONE }).map(({ key, type }) => [key, type])).toEqual([
      ['name', 'input'],
      ['note', 'textarea'],
      ['grade', 'radio'],
      ['tags', 'checkbox'],
      ['capital', 'number'],
      ['founded', 'date'],
      ['met', 'date'],
    ]);
  });

  it('asks at first for what is inserted or required, later for what may be edited', () => {
    const columns = [
      column({ columnName: 'a', isInsert: '0' }),
      column({ columnName: 'b', isInsert: '0', isRequired: '1' }),
      column({ columnName: 'c', isEdit: '0' }),
    ];
    const keys = (occasion: 'new' | 'edit') => recordFields(columns, { occasion, masked: NONE }).map(({ key }) => key);
    expect(keys('new')).toEqual(['b', 'c']);
    expect(keys('edit')).toEqual(['a', 'b']);
  });

  it('does not ask again for what is masked', () => {
    const [field] = recordFields([column({ columnName: 'mobile', isRequired: '1' })], {
      occasion: 'edit',
      masked: new Set(['mobile']),
    });
    expect(field?.required).toBe(false);
  });

  it('sends only what was changed, in the form of the server', () => {
    const fields = recordFields(
      [
        column({ columnName: 'name' }),
        column({ columnName: 'tags', htmlType: 'checkbox', dictList }),
        column({ columnName: 'met', columnType: 'datetime' }),
      ],
      { occasion: 'edit', masked: NONE },
    );
    const stored = { name: '甲', tags: 'A', met: '2026-03-01T08:00:00.000Z' };
    const before = Object.fromEntries(fields.map((field) => [field.key, controlValue(field, stored[field.key as keyof typeof stored])]));
    expect(before).toEqual({ name: '甲', tags: ['A'], met: '2026-03-01 16:00:00' });
    expect(changedValues(fields, before, before)).toEqual({});
    expect(changedValues(fields, before, { ...before, name: '', tags: ['A', 'B'] })).toEqual({ name: null, tags: 'A,B' });
    expect(sentValue(fields[2]!, before['met'])).toBe('2026-03-01T16:00:00+08:00');
  });
});

describe('values as people read them', () => {
  it('name codes, records and moments', () => {
    expect(valueText(column({ columnName: 'g', dictList }), 'B')).toBe('良');
    expect(valueText(column({ columnName: 'g', dictList }), 'A,B')).toBe('优、良');
    expect(valueText(column({ columnName: 'p', refModelId: '7' }), '123', '南通集团')).toBe('南通集团');
    expect(valueText(column({ columnName: 'm', columnType: 'datetime' }), '2026-03-01T08:00:00.000Z')).toBe('2026-03-01 16:00:00');
    expect(valueText(column({ columnName: 'n' }), '')).toBeNull();
  });

  it('a record is called by its name, not by its code', () => {
    const columns = [
      column({ columnName: 'code', isCoded: true }),
      column({ columnName: 'grade', isBindDict: '1' }),
      column({ columnName: 'customer_name' }),
    ];
    expect(titleColumn(columns)?.columnName).toBe('customer_name');
    expect(titleColumn(columns.slice(0, 1))?.columnName).toBe('code');
  });
});

it('conditions on columns go as one parameter, two days as a range', () => {
  const query = {
    pageNum: 2,
    sort: '-name',
    status: '1',
    customer_name: '甲',
    founded: '2026-01-01',
    founded__to: '2026-02-01',
    met__to: '2026-03-01',
    empty: '',
  };
  const { where, ...own } = sentQuery(query);
  expect(own).toEqual({ pageNum: '2', sort: '-name', status: '1' });
  expect(JSON.parse(where!)).toEqual({ customer_name: '甲', founded: '2026-01-01,2026-02-01', met: ',2026-03-01' });
});
