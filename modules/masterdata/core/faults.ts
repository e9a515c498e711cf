import type { ModelColumn } from '../contract/column.ts';
import { MAX_DIGITS, numberSize, textLength } from './table.ts';

/** Something that keeps a model from being submitted. */
export interface ModelFault {
  readonly columnName: string;
  readonly message: string;
}
/** Ids of records fit into it. */
const ID_LENGTH = 32;

function faultsOf(column: ModelColumn): string[] {
  const name = `“${column.columnComment}”`;
  const size = numberSize(column);
  const length = textLength(column);
  const faults: string[] = [];
  if (length !== null && (length < 1 || length > 2000)) faults.push(`${name}的列长度应为 1 到 2000，更长的内容请用长文本`);
  if (size && (size.digits < 1 || size.digits > MAX_DIGITS)) faults.push(`${name}的总位数应为 1 到 ${MAX_DIGITS}`);
  if (size && size.scale > size.digits) faults.push(`${name}的小数位数不能多于总位数`);
  if (column.columnType === 'text' && column.isUnique === '1') faults.push(`${name}是长文本，不能设为不可重复`);
  if (column.isBindDict === '1' && column.bindDictTypeId === null) faults.push(`${name}绑定了数据标准，请选择标准类别`);
  if (column.isBindDict === '1' && length === null) faults.push(`${name}绑定了数据标准，列类型应为文本`);
  if (column.htmlType === 'reference' && column.refModelId === null) faults.push(`${name}引用主数据，请选择模型`);
  if (column.refModelId !== null && (length ?? 0) < ID_LENGTH) faults.push(`${name}引用主数据，列类型应为不短于 ${ID_LENGTH} 的文本`);
  if (column.refModelId !== null && column.isBindDict === '1') faults.push(`${name}不能既绑定数据标准又引用主数据`);
  return faults;
}

/** Names that stand more than once. */
export function repeatedNames(columns: readonly Pick<ModelColumn, 'columnName'>[]): string[] {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { columnName } of columns) (seen.has(columnName) ? repeated : seen).add(columnName);
  return [...repeated];
}

/** What keeps a model from being submitted, in the order of its columns. */
export function modelFaults(columns: readonly ModelColumn[]): ModelFault[] {
  if (columns.length === 0) return [{ columnName: '', message: '模型还没有列，请先添加' }];
  return [
    ...repeatedNames(columns).map((columnName) => ({ columnName, message: `列名称 ${columnName} 重复` })),
    ...columns.flatMap((column) => faultsOf(column).map((message) => ({ columnName: column.columnName, message }))),
    ...(columns.some((column) => column.isList === '1') ? [] : [{ columnName: '', message: '至少有一列在列表中显示' }]),
  ];
}
