import type { ValueField } from '../contract/field.ts';
import type { FormSchema } from '../contract/schema.ts';
import { isList } from './read-value.ts';
import { mainFields, subforms } from './walk.ts';

/** A column of a workbook of records. */
export interface SheetColumn {
  readonly field: ValueField;
  readonly header: string;
  /** false: it is shown, and nobody fills it in there */
  readonly isGiven: boolean;
}
export interface Sheet {
  /** id of the sub-table; null for the records themselves */
  readonly subId: string | null;
  readonly name: string;
  readonly columns: readonly SheetColumn[];
}
/** Kinds that a cell of a workbook cannot give: drawings, files, places, and what the form makes itself. */
const NOT_GIVEN = new Set(['file', 'image', 'editor', 'signature', 'location', 'serial', 'formula']);

/** Column of the records that sheets of sub-tables name them by. */
export const RECORD_NUMBER = '编号';
/** Column of a sub-table's sheet with the number of its record. */
export const PARENT_NUMBER = '所属记录编号';
/** Columns that an export has besides the fields. */
export const HEAD_TITLES = ['填报人', '填报部门', '提交时间', '修改时间'] as const;

function columnsOf(fields: readonly ValueField[]): SheetColumn[] {
  const labels = [...fields.map(({ label }) => label), RECORD_NUMBER, PARENT_NUMBER, ...HEAD_TITLES];
  return fields.map((field) => ({
    field,
    // two fields of one title are told apart by their keys
    header: labels.filter((label) => label === field.label).length > 1 ? `${field.label}（${field.key}）` : field.label,
    isGiven: !NOT_GIVEN.has(field.type) && !field.isReadonly,
  }));
}
/** Names of sheets are short and cannot hold some signs. */
const sheetName = (label: string, at: number): string =>
  label
    .replace(/[[\]:*?/\\]/g, ' ')
    .trim()
    .slice(0, 28) || `子表${at + 1}`;

/** The sheets of a workbook of records: the records first, then each sub-table, whose rows name the record by its number. */
export function sheetsOf(schema: FormSchema): Sheet[] {
  const used = new Set(['填报数据']);
  const free = (wanted: string): string => {
    let name = wanted;
    for (let n = 2; used.has(name); n++) name = `${wanted}${n}`;
    used.add(name);
    return name;
  };
  return [
    { subId: null, name: '填报数据', columns: columnsOf(mainFields(schema)) },
    ...subforms(schema).map(({ id, label, children }, at) => ({
      subId: id,
      name: free(sheetName(label, at)),
      columns: columnsOf(children),
    })),
  ];
}

const namesIn = (field: ValueField) => ('options' in field && field.options.from === 'static' ? field.options.items : []);

/** What a cell of a workbook means for a field: options by their names, numbers without thousands. The verdict is `validateRecord`'s. */
export function valueOfText(field: ValueField, text: string): unknown {
  const given = text.trim();
  if (given === '') return null;
  switch (field.type) {
    case 'number':
    case 'money':
    case 'slider':
    case 'rate':
      return given.replace(/[,，¥￥\s]/g, '');
    case 'switch':
      if (['是', '1', 'true', 'TRUE', field.onText].includes(given)) return true;
      return ['否', '0', 'false', 'FALSE', field.offText].includes(given) ? false : given;
    case 'date':
      return dayOfText(given);
    case 'dateRange':
      return given.split(/\s*(?:至|~|到)\s*/).map(dayOfText);
    case 'cascader':
      return pathOf(field.items, given.split(/\s*\/\s*/));
    default: {
      const valueOf = (name: string): string => namesIn(field).find(({ label }) => label === name)?.value ?? name;
      return isList(field) ? given.split(/[、,，]/).map((one) => valueOf(one.trim())) : valueOf(given);
    }
  }
}
/** `2026/3/1` and `2026年3月1日` as `2026-03-01`. */
const dayOfText = (text: string): string =>
  text
    .replace(/[/.年月]/g, '-')
    .replace('日', '')
    .replace(/-$/, '')
    .replace(/-(\d)(?=-|$|\s)/g, '-0$1');
type Nodes = Extract<ValueField, { type: 'cascader' }>['items'];
function pathOf(items: Nodes, names: readonly string[]): string[] {
  let nodes: Nodes | undefined = items;
  return names.map((name) => {
    const node: Nodes[number] | undefined = nodes?.find(({ label }) => label === name);
    nodes = node?.children;
    return node?.value ?? name;
  });
}

/** A value as a cell of a workbook; `labels` are names of ids that the server knows. */
export function textOfValue(field: ValueField, value: unknown, labels: Readonly<Record<string, string>> = {}): string {
  if (value === null || value === undefined) return '';
  const listed = (Array.isArray(value) ? value : [value]).map(String);
  switch (field.type) {
    case 'switch':
      return value === true ? (field.onText ?? '是') : (field.offText ?? '否');
    case 'dateRange':
      return listed.join(' 至 ');
    case 'cascader': {
      let nodes: Nodes | undefined = field.items;
      return listed
        .map((step) => {
          const node: Nodes[number] | undefined = nodes?.find((one) => one.value === step);
          nodes = node?.children;
          return node?.label ?? step;
        })
        .join(' / ');
    }
    case 'location': {
      const { lng, lat, address } = value as { lng: number; lat: number; address?: string | null };
      return address ? `${address}（${lng}, ${lat}）` : `${lng}, ${lat}`;
    }
    case 'editor':
      return '［富文本］';
    default: {
      const names = new Map(namesIn(field).map((item) => [item.value, item.label]));
      return listed.map((one) => labels[one] ?? names.get(one) ?? one).join('、');
    }
  }
}
