import { expect, it } from 'vitest';
import { FormSchema } from '../../contract/schema.ts';
import { filtersOf, recordCalls, searchOf, titleField } from './record-list.ts';

const item = (value: string) => ({ value, label: `选项${value}` });
const schema = FormSchema.parse({
  layout: [
    { id: 'f0', type: 'input', key: 'note', label: '备注', isUnlisted: true },
    { id: 'f1', type: 'input', key: 'site', label: '地点' },
    { id: 'f2', type: 'select', key: 'grade', label: '等级', options: { from: 'static', items: [item('a')] } },
    { id: 'f3', type: 'date', key: 'day', label: '日期' },
    { id: 'f4', type: 'input', key: 'phone', label: '电话' },
    { id: 'f5', type: 'image', key: 'photo', label: '照片' },
  ],
});

it('sends filters of fields as one condition, spans with both ends or one', () => {
  expect(searchOf({ keyword: '甲', pageNum: 2 })).toEqual({ keyword: '甲', pageNum: 2 });
  const where = (query: Record<string, string>) => JSON.parse(String(searchOf(query)['where'])) as unknown;
  expect(where({ 'f.site': 'A', 'f.grade': 'a' })).toEqual({ site: 'A', grade: 'a' });
  expect(where({ 'f.day': '2026-01-01', 'f.day.until': '2026-01-31' })).toEqual({ day: { from: '2026-01-01', to: '2026-01-31' } });
  expect(where({ 'f.day.until': '2026-01-31', 'f.day': '2026-01-01' })).toEqual({ day: { from: '2026-01-01', to: '2026-01-31' } });
  expect(where({ 'f.day.until': '2026-01-31' })).toEqual({ day: { to: '2026-01-31' } });
});

it('offers no filter for what the reader sees masked, or nobody looks for', () => {
  const fields = filtersOf(schema, ['f4'])?.map(({ field }) => field);
  expect(fields).toEqual(['keyword', 'submitter', 'beginTime', 'f.note', 'f.site', 'f.grade', 'f.day']);
});

it('calls a record by its first line of text in the list, and keeps the settings of lists of different forms apart', () => {
  expect(titleField(schema)?.key).toBe('site');
  expect(recordCalls({ id: '7', schema }).page.route.path).toBe('/data/filling/forms/7/records/page');
  expect(recordCalls({ id: '7', schema }).removeBatch.route.path).toBe('/data/filling/forms/7/records/batch/:ids');
});
