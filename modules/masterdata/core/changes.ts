import type { ModelColumn } from '../contract/column.ts';
import { typeText } from './table.ts';

type Flag = 'isRequired' | 'isUnique' | 'isInsert' | 'isEdit' | 'isDetail' | 'isList' | 'isQuery';
const FLAGS: readonly (readonly [Flag, string])[] = [
  ['isRequired', '必填'],
  ['isUnique', '不可重复'],
  ['isInsert', '新增时填写'],
  ['isEdit', '可修改'],
  ['isDetail', '详情显示'],
  ['isList', '列表显示'],
  ['isQuery', '查询条件'],
];
const OTHERS = [
  ['defaultValue', '默认值'],
  ['queryType', '查询方式'],
  ['htmlType', '控件'],
] as const;

/** What became of a column, as sentences. */
function changesOf(before: ModelColumn, after: ModelColumn): string[] {
  const name = `“${after.columnComment}”`;
  const found: string[] = [];
  if (before.columnName !== after.columnName) found.push(`${name}的列名称由 ${before.columnName} 改为 ${after.columnName}`);
  if (before.columnComment !== after.columnComment) found.push(`“${before.columnComment}”改称${name}`);
  if (typeText(before) !== typeText(after)) found.push(`${name}由${typeText(before)}改为${typeText(after)}`);
  for (const [field, label] of FLAGS)
    if (before[field] !== after[field]) found.push(after[field] === '1' ? `${name}设为${label}` : `${name}取消${label}`);
  for (const [field, label] of OTHERS)
    if (before[field] !== after[field]) found.push(`${name}的${label}由 ${before[field] ?? '空'} 改为 ${after[field] ?? '空'}`);
  if (before.bindDictTypeId !== after.bindDictTypeId || before.bindDictColumn !== after.bindDictColumn)
    found.push(after.bindDictTypeId === null ? `${name}不再绑定数据标准` : `${name}绑定的数据标准已更换`);
  if (before.elementId !== after.elementId) found.push(after.elementId === null ? `${name}不再对应数据元` : `${name}对应的数据元已更换`);
  if (before.refModelId !== after.refModelId)
    found.push(after.refModelId === null ? `${name}不再引用主数据` : `${name}引用的主数据模型已更换`);
  return found;
}

const order = (columns: readonly ModelColumn[], known: ReadonlySet<string>): string =>
  columns
    .filter((column) => known.has(column.id))
    .map((column) => column.id)
    .join();

/** What a model became of another version of it, as sentences; empty when both are the same. */
export function modelChanges(before: readonly ModelColumn[], after: readonly ModelColumn[]): string[] {
  const was = new Map(before.map((column) => [column.id, column]));
  const is = new Set(after.map((column) => column.id));
  const both = new Set(before.filter((column) => is.has(column.id)).map((column) => column.id));
  return [
    ...after.flatMap((column) => {
      const old = was.get(column.id);
      return old ? changesOf(old, column) : [`新增列“${column.columnComment}”（${column.columnName}，${typeText(column)}）`];
    }),
    ...before.filter((column) => !is.has(column.id)).map((column) => `不再使用列“${column.columnComment}”，已有内容保留`),
    ...(order(before, both) === order(after, both) ? [] : ['列的顺序已调整']),
  ];
}
