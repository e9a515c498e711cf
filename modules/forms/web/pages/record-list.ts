import * as z from 'zod';
import { pageReply } from '#kit/contract/fields.ts';
import { bindCall } from '#kit/web/client.ts';
import type { CallOptions, LooseArgs } from '#kit/web/client.ts';
import type { EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import type { SearchField } from '#kit/web/table/types.ts';
import type { ValueField } from '../../contract/field.ts';
import { ChosenLabels, RecordRow } from '../../contract/record.ts';
import type { FormSchema } from '../../contract/schema.ts';
import { mainFields } from '../../core/index.ts';
import { api } from '../api.ts';

/** A row of the list with the names of what was chosen in it, and what people call the record by. */
const ListedRecord = RecordRow.extend({ labels: ChosenLabels, title: z.string() });
export type ListedRecord = z.output<typeof ListedRecord>;
const ListedPage = pageReply(ListedRecord);
type Query = Readonly<Record<string, string | number | undefined>>;

/** Filters of fields in the address of the list, apart from those that every record has. */
const LEAD = 'f.';
const UNTIL = '.until';

/** Filters as the server takes them: those of fields in one condition, `{ site: 'A', day: { from, to } }`. */
export function searchOf(query: Query): Record<string, string | number | undefined> {
  const rest: Record<string, string | number | undefined> = {};
  const where: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(query)) {
    if (!name.startsWith(LEAD)) rest[name] = value;
    else if (name.endsWith(UNTIL)) {
      const key = name.slice(LEAD.length, -UNTIL.length);
      where[key] = { ...(typeof where[key] === 'object' ? where[key] : where[key] === undefined ? {} : { from: where[key] }), to: value };
    } else {
      const key = name.slice(LEAD.length);
      const isSpan = `${name}${UNTIL}` in query || typeof where[key] === 'object';
      where[key] = isSpan ? { ...(where[key] as object | undefined), from: value } : value;
    }
  }
  return { ...rest, ...(Object.keys(where).length > 0 && { where: JSON.stringify(where) }) };
}

/** The field that people call a record by: the first line of text in the list. */
export const titleField = (schema: FormSchema): ValueField | null =>
  mainFields(schema).find(({ type, isUnlisted }) => (type === 'input' || type === 'serial') && !isUnlisted) ?? null;

const titleOf = ({ values, submitterName }: RecordRow, key: string | undefined): string => {
  const value = key === undefined ? submitterName : values[key];
  return typeof value === 'string' ? value : '—';
};
/** The calls of the list of one form. */
export function recordCalls({ id, schema }: { id: string; schema: FormSchema }) {
  const params = { id };
  const key = titleField(schema)?.key;
  const bound = bindCall(api.record.page, params);
  const page = async (args: LooseArgs = {}, options?: CallOptions) => {
    const reply = await api.record.page({ params, query: searchOf((args.query ?? {}) as Query) }, options);
    return { ...reply, data: reply.data.map((row): ListedRecord => ({ ...row, labels: reply.labels, title: titleOf(row, key) })) };
  };
  return {
    page: Object.assign(page, { route: { ...bound.route, reply: ListedPage } }),
    removeBatch: bindCall(api.record.removeMany, params),
    importTemplate: bindCall(api.book.importTemplate, params),
    importRows: bindCall(api.book.importRows, params),
    importErrors: bindCall(api.book.importErrors, params),
  };
}

/** The filter of a field; null for what nobody looks for so. */
function filterOf(field: ValueField): SearchField | null {
  const named = { field: `${LEAD}${field.key}`, label: field.label };
  switch (field.type) {
    case 'input':
    case 'textarea':
    case 'serial':
    case 'number':
    case 'money':
      return named;
    case 'radio':
    case 'checkbox':
    case 'select':
      if (field.options.from === 'static') return { ...named, options: field.options.items.map(({ value, label }) => ({ value, label })) };
      return field.options.from === 'dict' ? { ...named, dict: field.options.dictType } : null;
    case 'dict':
      return { ...named, dict: field.dictType };
    case 'switch':
      return {
        ...named,
        options: [
          { value: 'true', label: field.onText ?? '是' },
          { value: 'false', label: field.offText ?? '否' },
        ],
      };
    case 'date':
      return field.format === 'month' || field.format === 'year' ? named : { ...named, to: `${named.field}${UNTIL}`, inDays: true };
    default:
      return null;
  }
}

/** Filters of a list of records: those of every record, then one for each field that the reader sees in the clear. */
export function filtersOf(schema: FormSchema, masked: readonly string[]): EntityPageOptions<ListedRecord>['search'] {
  const hidden = new Set(masked);
  const own = mainFields(schema).flatMap((field) => (hidden.has(field.id) ? [] : (filterOf(field) ?? [])));
  return [
    { field: 'keyword', label: '内容' },
    { field: 'submitter', label: '填报人' },
    { field: 'beginTime', to: 'endTime', label: '提交时间' },
    ...own,
  ];
}
