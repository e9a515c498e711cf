import type { Area, FormField, FormRule, FormSchema, SubformField } from '../contract/schema.ts';
import { NO_CELLS } from '../contract/schema.ts';
import type { ValueField } from '../contract/field.ts';
import { FIELD_KINDS, type FieldKind } from '../contract/kinds.ts';
import { isValueField, placed } from './walk.ts';

/** The list of fields that stands directly on the form. */
export const ROOT = 'root';
/** A place for a field: a list, named by its container or area, and where in it. */
export interface Spot {
  readonly list: string;
  readonly index: number;
}

const withArea = (area: Area, change: (list: string, fields: FormField[]) => FormField[]): Area => ({
  ...area,
  children: change(
    area.id,
    area.children.map((field) => within(field, change)),
  ),
});
function within(field: FormField, change: (list: string, fields: FormField[]) => FormField[]): FormField {
  switch (field.type) {
    case 'grid':
    case 'tabs':
      return { ...field, areas: field.areas.map((area) => withArea(area, change)) };
    case 'card':
      return {
        ...field,
        children: change(
          field.id,
          field.children.map((one) => within(one, change)),
        ),
      };
    case 'subform':
      // what a sub-table cannot hold never gets there
      return { ...field, children: change(field.id, field.children).filter((one): one is ValueField => fitsIn(one, field)) };
    default:
      return field;
  }
}
/** A form with every list of its fields changed, the innermost first. */
function withLists(schema: FormSchema, change: (list: string, fields: FormField[]) => FormField[]): FormSchema {
  return {
    ...schema,
    layout: change(
      ROOT,
      schema.layout.map((field) => within(field, change)),
    ),
  };
}

const fitsIn = (field: FormField, list: FormField): boolean =>
  list.type !== 'subform' || (isValueField(field) && !NO_CELLS.includes(field.type));

/** Where a field stands; null when there is none with this id. */
export function spotOf(schema: FormSchema, id: string): Spot | null {
  let found: Spot | null = null;
  withLists(schema, (list, fields) => {
    const index = fields.findIndex((field) => field.id === id);
    if (index >= 0) found = { list, index };
    return fields;
  });
  return found;
}
/** The field with an id. */
export const fieldById = (schema: FormSchema, id: string): FormField | null =>
  placed(schema.layout).find(({ field }) => field.id === id)?.field ?? null;
/** The container of a list; null for the form itself. */
function ownerOf(schema: FormSchema, list: string): FormField | null {
  const owns = ({ field }: { field: FormField }): boolean =>
    field.id === list || ((field.type === 'grid' || field.type === 'tabs') && field.areas.some(({ id }) => id === list));
  return placed(schema.layout).find(owns)?.field ?? null;
}

/** True where a field may be put: no table in a table, nothing into itself, no layout in a table. */
export function canPut(schema: FormSchema, field: FormField, list: string): boolean {
  if (list === ROOT) return true;
  const owner = ownerOf(schema, list);
  if (!owner) return false;
  const inside = placed([field]);
  if (inside.some((one) => one.field.id === owner.id)) return false;
  return fitsIn(field, owner);
}

/** A form with one more field. */
export const insertField = (schema: FormSchema, field: FormField, { list, index }: Spot): FormSchema =>
  canPut(schema, field, list) ? withLists(schema, (id, fields) => (id === list ? fields.toSpliced(index, 0, field) : fields)) : schema;
/** A form without a field, and without the rules of what went with it. */
export function removeField(schema: FormSchema, id: string): FormSchema {
  const field = fieldById(schema, id);
  if (!field) return schema;
  const gone = new Set(placed([field]).map((one) => one.field.id));
  return { ...taken(schema, id), rules: schema.rules.filter(({ target }) => !gone.has(target)) };
}
const taken = (schema: FormSchema, id: string): FormSchema => withLists(schema, (_, fields) => fields.filter((field) => field.id !== id));

/** A form with a field at another place; the same form where it cannot stand there. */
export function moveField(schema: FormSchema, id: string, to: Spot): FormSchema {
  const [field, from] = [fieldById(schema, id), spotOf(schema, id)];
  if (!field || !from || !canPut(schema, field, to.list)) return schema;
  if (from.list === to.list && (to.index === from.index || to.index === from.index + 1)) return schema;
  const index = from.list === to.list && from.index < to.index ? to.index - 1 : to.index;
  return insertField(taken(schema, id), field, { list: to.list, index });
}
/** A form with a field one place earlier or later in its list. */
export function shiftField(schema: FormSchema, id: string, by: -1 | 1): FormSchema {
  const from = spotOf(schema, id);
  return from ? moveField(schema, id, { list: from.list, index: from.index + (by === 1 ? 2 : -1) }) : schema;
}
/** A form with other settings of a field; undefined takes a setting away. */
export function changeField(schema: FormSchema, id: string, changes: Readonly<Record<string, unknown>>): FormSchema {
  const changed = (field: FormField): FormField =>
    field.id === id
      ? (Object.fromEntries(Object.entries({ ...field, ...changes }).filter(([, value]) => value !== undefined)) as unknown as FormField)
      : field;
  return withLists(schema, (_, fields) => fields.map(changed));
}
/** A form with other rules of one field. */
export const withRulesOf = (schema: FormSchema, target: string, rules: readonly FormRule[]): FormSchema => ({
  ...schema,
  rules: [...schema.rules.filter((rule) => rule.target !== target), ...rules],
});

/** Names that are free in a form: ids are never given again, also not those of fields that went. */
function namer(schema: FormSchema, salt: string) {
  const all = placed(schema.layout).map(({ field }) => field);
  const keys = new Set(all.flatMap((field) => ('key' in field ? [field.key] : [])));
  let count = all.length;
  return {
    id: (): string => `f${salt}_${++count}`,
    key: (kind: string): string => {
      const base = kind.toLowerCase();
      let n = 1;
      while (keys.has(`${base}_${n}`)) n++;
      keys.add(`${base}_${n}`);
      return `${base}_${n}`;
    },
  };
}
const STATIC = { from: 'static', items: ['一', '二', '三'].map((which) => ({ value: `选项${which}`, label: `选项${which}` })) };
const CASCADE = [
  {
    value: '一级',
    label: '一级',
    children: [
      { value: '二级甲', label: '二级甲' },
      { value: '二级乙', label: '二级乙' },
    ],
  },
];

/** What a new field of a kind has; `salt` makes its id one that was never there: eight letters or digits by chance. */
export function newField(schema: FormSchema, kind: FieldKind, salt: string): FormField {
  const name = namer(schema, salt);
  const { label } = FIELD_KINDS[kind];
  const id = name.id();
  const areas = (titles: readonly string[]) => titles.map((title, at) => ({ id: `${id}_${at + 1}`, label: title, children: [] }));
  switch (kind) {
    case 'grid':
      return { id, type: kind, label: '', areas: areas(['', '']) };
    case 'tabs':
      return { id, type: kind, label: '', areas: areas(['标签一', '标签二']) };
    case 'card':
      return { id, type: kind, label: '分组标题', children: [] };
    case 'subform': {
      const column = newField(schema, 'input', `${salt}c`) as ValueField;
      return { id, type: kind, key: name.key('detail'), label: '明细', children: [{ ...column, label: '内容' }] };
    }
    case 'divider':
      return { id, type: kind, label: '分割线' };
    case 'text':
      return { id, type: kind, label: '', text: '在此填写说明文字' };
    case 'alert':
      return { id, type: kind, label: '', text: '在此填写提示', tone: 'info' };
    default:
      return { id, type: kind, key: name.key(kind), label, span: WIDE.has(kind) ? 24 : 12, ...START[kind] } as ValueField;
  }
}
const WIDE = new Set<FieldKind>(['textarea', 'editor', 'file', 'image', 'location', 'signature', 'checkbox']);
const START: Partial<Record<FieldKind, Readonly<Record<string, unknown>>>> = {
  radio: { options: STATIC },
  checkbox: { options: STATIC },
  select: { options: STATIC },
  cascader: { items: CASCADE },
  serial: { pattern: 'NO{yyyyMMdd}-{0001}' },
  formula: { expr: '', result: 'number' },
  dict: { dictType: '' },
  dataset: { setId: '', valueColumn: '', labelColumn: '' },
  form: { formId: '', valueColumn: '', labelColumn: '' },
};

/** A copy of a field with everything in it, under names of its own. */
export function copyOf(schema: FormSchema, field: FormField, salt: string): FormField {
  const name = namer(schema, salt);
  const renamed = (one: FormField): FormField => {
    const own = { ...one, id: name.id(), ...('key' in one && { key: name.key(one.key.replace(/_\d+$/, '')) }) } as FormField;
    if (own.type === 'grid' || own.type === 'tabs')
      return { ...own, areas: own.areas.map((area) => ({ ...area, id: name.id(), children: area.children.map(renamed) })) };
    if (own.type === 'card') return { ...own, children: own.children.map(renamed) };
    return own.type === 'subform' ? ({ ...own, children: own.children.map(renamed) } as SubformField) : own;
  };
  return renamed(field);
}

/** What changed from one form to another, a line each, by the ids of the fields. */
export function formChanges(from: FormSchema | null, to: FormSchema): string[] {
  if (from === null) return [];
  const [before, after] = [from, to].map(({ layout }) => new Map(placed(layout).map(({ field }) => [field.id, field])));
  const name = (field: FormField): string => `${FIELD_KINDS[field.type].label}“${field.label || field.id}”`;
  const bare = (field: FormField): string =>
    JSON.stringify(field, (key, value: unknown) => (key === 'children' || key === 'areas' ? undefined : value));
  const lines: string[] = [];
  for (const [id, field] of after ?? []) {
    const old = before?.get(id);
    if (!old) lines.push(`新增${name(field)}`);
    else if (old.label !== field.label) lines.push(`${name(old)}改名为“${field.label}”`);
    else if (bare(old) !== bare(field)) lines.push(`修改${name(field)}`);
  }
  for (const [id, field] of before ?? []) if (!after?.has(id)) lines.push(`删除${name(field)}`);
  const order = (form: FormSchema): string =>
    placed(form.layout)
      .map(({ field, within: above }) => `${above.at(-1)?.id ?? ''}/${field.id}`)
      .filter((one) => before?.has(one.split('/')[1]!) && after?.has(one.split('/')[1]!))
      .join();
  if (order(from) !== order(to)) lines.push('调整字段的位置');
  if (JSON.stringify(from.rules) !== JSON.stringify(to.rules)) lines.push('修改联动规则');
  if (JSON.stringify(from.settings) !== JSON.stringify(to.settings)) lines.push('修改表单设置');
  return lines;
}
