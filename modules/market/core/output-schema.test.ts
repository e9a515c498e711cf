import { expect, it } from 'vitest';
import { outputSchema } from './output-schema.ts';

it.each([
  ['integer', 'integer'],
  ['int unsigned', 'integer'],
  ['smallint', 'integer'],
  ['Int32', 'integer'],
  ['bigint', 'string,number'],
  ['numeric(18,2)', 'string,number'],
  ['NUMBER(10)', 'string,number'],
  ['Nullable(UInt64)', 'string,number'],
  ['double precision', 'number'],
  ['boolean', 'boolean'],
  ['character varying(200)', 'string'],
  ['LowCardinality(Nullable(String))', 'string'],
  ['timestamp without time zone', 'string'],
  ['interval', 'string'],
])('%s is %s or null', (dataType, types) => {
  expect(outputSchema({ dataType, mask: null })['type']).toEqual([...types.split(','), 'null']);
});

it('says the format of days and moments, and nothing of what it does not know', () => {
  expect(outputSchema({ dataType: 'date', mask: null })).toEqual({ type: ['string', 'null'], format: 'date' });
  expect(outputSchema({ dataType: 'timestamp(3) with time zone', mask: null })).toMatchObject({ format: 'date-time' });
  expect(outputSchema({ dataType: 'json', mask: null })).toEqual({});
  expect(outputSchema({ dataType: null, mask: null })).toEqual({});
});

it('a masked number is a text', () => {
  expect(outputSchema({ dataType: 'integer', mask: '全部隐藏' })).toEqual({ type: ['string', 'null'] });
});
