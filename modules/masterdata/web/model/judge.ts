import { ColumnInput, type ModelColumn } from '../../contract/column.ts';
import { modelChanges, modelFaults } from '../../core/index.ts';
import { columnInput, nameOf, type Binding, type DraftColumn, type ModelDraft } from './draft.ts';
import { typeOf, typeText } from './column-type.ts';

export type Faults = ReadonlyMap<string, ReadonlyMap<string, string>>;
/** What a draft does to a column of the version in force. */
export type Mark = '新' | '宽' | '改';
export interface Fault {
  readonly key: string;
  readonly field: string;
  readonly message: string;
  /** false: a draft may have it, a submission may not */
  readonly keepsFromSaving: boolean;
}

/** Everything that keeps the columns from being saved or submitted, in the words of the server. */
export function columnFaults(columns: readonly DraftColumn[]): Fault[] {
  const unread = columns.flatMap((column) => {
    const read = ColumnInput.safeParse(columnInput(column, new Map()));
    if (read.success) return [];
    return read.error.issues.map(({ path, message }) => ({
      key: column.key,
      field: String(path[0] ?? ''),
      message: `${nameOf(column)}：${message}`,
      keepsFromSaving: true,
    }));
  });
  const keys = new Map(columns.map(({ columnName, key }) => [columnName, key]));
  const settled = modelFaults(columns.filter(({ key }) => unread.every((one) => one.key !== key)).map(asColumn));
  return [
    ...unread,
    ...settled.map(({ columnName, message }) => ({
      key: keys.get(columnName) ?? '',
      field: message.includes('重复') ? 'columnName' : message.includes('标准') || message.includes('引用') ? 'binding' : 'columnType',
      message,
      keepsFromSaving: message.includes('列名称') && message.includes('重复'),
    })),
  ];
}
/** Faults by column and field, the first of each. */
export function faultMap(faults: readonly Fault[]): Faults {
  const map = new Map<string, Map<string, string>>();
  for (const { key, field, message } of faults) {
    const of = map.get(key) ?? new Map<string, string>();
    const cell = field === 'columnLength' || field === 'columnScale' ? 'columnType' : field;
    if (!of.has(cell)) of.set(cell, message);
    map.set(key, of);
  }
  return map;
}

/** The change of each column against the version in force. */
export function changeMarks(columns: readonly DraftColumn[], inForce: readonly ModelColumn[] | null): ReadonlyMap<string, Mark> {
  if (inForce === null) return new Map();
  const before = new Map(inForce.map((column) => [column.id, column]));
  return new Map(
    columns.flatMap((column): [string, Mark][] => {
      const old = before.get(column.key);
      if (!old) return [[column.key, '新']];
      const mark = markOf(column, old);
      return mark ? [[column.key, mark]] : [];
    }),
  );
}
const PLAIN = [
  'columnName',
  'columnComment',
  'columnType',
  'columnLength',
  'columnScale',
  'defaultValue',
  'isRequired',
  'isUnique',
  'isInsert',
  'isEdit',
  'isDetail',
  'isList',
  'isQuery',
  'queryType',
  'htmlType',
  'bindDictTypeId',
  'bindDictColumn',
  'elementId',
  'refModelId',
] as const;
function markOf(column: DraftColumn, old: ModelColumn): Mark | null {
  const changed = PLAIN.filter((field) => column[field] !== old[field]);
  if (changed.length === 0) return null;
  const isWider = changed.every((field) => field === 'columnLength') && Number(column.columnLength ?? 0) > Number(old.columnLength ?? 0);
  return isWider ? '宽' : '改';
}

/** A data element as far as columns are measured by it. */
export interface ElementShape {
  readonly id: string;
  readonly elementName: string;
  readonly dataType: string;
  readonly dataLength: string | null;
}
/** The type that an element asks for, as the grid writes it; null when it does not say. */
export function typeOfElement({ dataType, dataLength }: ElementShape): string | null {
  const [, length, scale] = /^(?:\.\.)?(\d{1,4})(?:,(\d{1,2}))?$/.exec(dataLength ?? '') ?? [];
  const size = length === undefined ? '' : `(${length}${scale === undefined ? '' : `,${scale}`})`;
  switch (dataType) {
    case 'varchar':
    case 'char':
    case 'decimal':
      return typeText(typeOf(`${dataType}${size}`) ?? { columnType: 'varchar', columnLength: null, columnScale: null });
    case 'integer':
      return 'int';
    case 'date':
    case 'datetime':
      return dataType;
    default:
      return null;
  }
}
const TEXTS = new Set(['varchar', 'char']);
/** What a column follows: an element, a code set, another model; with how it does not fit the element. */
export function bindingOf(column: DraftColumn, elements: ReadonlyMap<string, ElementShape>): Binding | null {
  if (column.refModelId !== null) return { name: `引用 ${column.refModelName ?? '模型'}`, problem: null };
  if (column.elementId !== null) {
    const element = elements.get(column.elementId);
    return { name: element?.elementName ?? column.elementName ?? '数据元', problem: element ? mismatch(column, element) : null };
  }
  if (column.isBindDict === '1' && column.bindDictTypeId !== null) return { name: column.bindDictTypeName ?? '标准字典', problem: null };
  return null;
}
function mismatch(column: DraftColumn, element: ElementShape): string | null {
  const wanted = typeOfElement(element);
  const type = wanted === null ? null : typeOf(wanted);
  if (type === null || typeText(column) === wanted) return null;
  const bothTexts = TEXTS.has(type.columnType) && TEXTS.has(column.columnType);
  if (type.columnType !== column.columnType && !bothTexts) return `类型应为 ${wanted}`;
  return type.columnLength !== column.columnLength
    ? `长度应为 ${type.columnLength}`
    : type.columnScale !== column.columnScale
      ? `小数位应为 ${type.columnScale}`
      : null;
}

/** A draft column as versions keep it. */
const asColumn = (column: DraftColumn, sort: number): ModelColumn => ({ ...columnInput(column, new Map()), id: column.key, sort });
/** What changed from one draft to another, a line each. */
export function draftDiff(from: ModelDraft | null, to: ModelDraft): string[] {
  if (from === null) return [];
  return [
    ...(from.modelLogicTable === to.modelLogicTable ? [] : [`逻辑表改为 ${to.modelLogicTable}`]),
    ...(from.remark === to.remark ? [] : ['备注有修改']),
    ...modelChanges(from.columns.map(asColumn), to.columns.map(asColumn)),
  ];
}
