import type { ExprField } from '#kit/core/expr/index.ts';
import type { ValueField } from '../contract/field.ts';
import type { FormSchema, SubformField } from '../contract/schema.ts';
import { mainFields, subforms } from './walk.ts';

/** Type of a field's value in expressions. */
export function exprType(field: ValueField): ExprField['type'] {
  switch (field.type) {
    case 'number':
    case 'money':
    case 'rate':
    case 'slider':
      return 'number';
    case 'switch':
      return 'bool';
    case 'date':
      return field.format === 'datetime' ? 'datetime' : field.format === 'month' || field.format === 'year' ? 'string' : 'date';
    case 'formula':
      return field.result === 'text' ? 'string' : field.result === 'date' ? 'date' : 'number';
    default:
      return 'string';
  }
}

/** A name that expressions may use, and which field it looks at. */
export interface ExprName extends ExprField {
  /** id of the field that it needs; null = of the person who fills */
  readonly of: string | null;
}
/** What rules may ask of the person who fills. */
const PERSON: readonly ExprName[] = [
  { id: 'me.user', name: '当前用户', type: 'string', of: null },
  { id: 'me.dept', name: '当前部门', type: 'string', of: null },
];
export const TOTALS = { sum: '合计', avg: '平均', max: '最大', min: '最小' } as const;
export type Total = keyof typeof TOTALS;

function namesOf(field: ValueField): ExprName[] {
  const { id, label } = field;
  const own = (part: string, name: string, type: ExprField['type']): ExprName => ({
    id: `${id}.${part}`,
    name: `${label}.${name}`,
    type,
    of: id,
  });
  switch (field.type) {
    case 'dateRange': {
      const type = field.format === 'datetime' ? 'datetime' : 'date';
      return [own('from', '开始', type), own('to', '结束', type)];
    }
    case 'file':
    case 'image':
    case 'checkbox':
    case 'select':
    case 'user':
    case 'dept':
    case 'post':
    case 'dict':
    case 'dataset':
    case 'form':
      return [{ id, name: label, type: exprType(field), of: id }, own('count', '个数', 'number')];
    case 'editor':
    case 'signature':
      return [];
    default:
      return [{ id, name: label, type: exprType(field), of: id }];
  }
}

function totalsOf(sub: SubformField): ExprName[] {
  return [
    { id: `${sub.id}.count`, name: `${sub.label}.行数`, type: 'number', of: sub.id },
    ...sub.children.flatMap((cell) =>
      exprType(cell) === 'number'
        ? (Object.keys(TOTALS) as Total[]).map((total): ExprName => ({
            id: `${sub.id}.${cell.id}.${total}`,
            name: `${sub.label}.${cell.label}.${TOTALS[total]}`,
            type: 'number',
            of: cell.id,
          }))
        : [],
    ),
  ];
}

/** What expressions of a form may name; inside a sub-table the cells of the row come first, so that they win over equal names. */
export function exprNames(schema: FormSchema, sub: SubformField | null): readonly ExprName[] {
  return [
    ...(sub?.children.flatMap(namesOf) ?? []),
    ...mainFields(schema).flatMap(namesOf),
    ...subforms(schema).flatMap(totalsOf),
    ...PERSON,
  ];
}
