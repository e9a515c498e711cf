import { EyeInvisibleOutlined } from '@ant-design/icons';
import { FlowTag } from '#kit/web/parts/FlowTag.tsx';
import { Missing, Tag } from '#kit/web/Tag.tsx';
import type { Column, SearchField } from '#kit/web/table/types.ts';
import type { DataRow } from '../../contract/data.ts';
import type { FormParam, TableParam } from '../../contract/model.ts';
import { fieldOf, TO, type Query } from './list-api.ts';
import { valueText } from './values.ts';

const NUMBERS = new Set(['int', 'bigint', 'decimal']);
const WIDTHS: Readonly<Record<string, number>> = { date: 120, datetime: 150, time: 100, text: 220 };
const NARROW = 130;
const WIDE = 190;
const CHARACTER = 8.5;
const PADDING = 34;
const SORTED = 50;
/** Names of codes and numbers of a rule are short; a text gets room for as many characters as it may have, within reason. */
export function widthOf({
  columnComment,
  columnType,
  columnLength,
  dictList,
  refModelId,
  isCoded,
}: FormParam['columnList'][number]): number {
  const least = Math.max(NARROW, columnComment.length * 13 + SORTED);
  if (isCoded || (dictList && refModelId === null)) return least;
  const known = WIDTHS[columnType];
  if (known !== undefined) return Math.max(known, columnComment.length * 13 + SORTED);
  const length = columnType === 'varchar' && refModelId === null ? Number(columnLength) : Number.NaN;
  return Math.max(least, Number.isNaN(length) ? WIDE : Math.min(WIDE, length * CHARACTER + PADDING));
}

/** The columns of a list, as the model says. */
export function listColumns({ columnList }: TableParam, form: FormParam, title: string | undefined): Column<DataRow>[] {
  const widths = new Map(form.columnList.map((column) => [column.columnName, widthOf(column)]));
  return [
    ...columnList.map((column): Column<DataRow> => {
      const { prop, label, columnType } = column;
      return {
        field: fieldOf(prop),
        title: label,
        width: prop === title ? 220 : (widths.get(prop) ?? WIDE),
        sort: !column.isMasked,
        ...(NUMBERS.has(columnType) && { kind: 'number' as const }),
        render: (row, own) => {
          const text = valueText(column, row.values[prop], row.labels[prop]);
          if (text === null) return <Missing />;
          if (prop === title) return own;
          return column.isMasked ? (
            <span className="md-masked">
              {text} <EyeInvisibleOutlined aria-label="已脱敏" />
            </span>
          ) : (
            text
          );
        },
      };
    }),
    {
      field: 'status',
      title: '状态',
      width: 110,
      render: (row) => <FlowTag flow={row.flow}>{row.status === '1' ? <Tag tone="calm">在用</Tag> : <Tag>已禁用</Tag>}</FlowTag>,
    },
    { field: 'createDeptName', title: '创建部门', width: 130, hidden: true },
    { field: 'createName', title: '创建人', kind: 'person', width: 100, hidden: true },
    { field: 'createTime', title: '创建时间', kind: 'time', width: 150, hidden: true },
    { field: 'updateTime', title: '更新时间', kind: 'time', width: 150 },
  ];
}

const SIGNS: Readonly<Record<string, string>> = { gt: '大于', ge: '不小于', lt: '小于', le: '不大于', ne: '不等于' };
function searchOf({ column, columnName, columnType, queryType, dictList }: Query): SearchField {
  const label = SIGNS[queryType] ? `${columnName}${SIGNS[queryType]}` : columnName;
  if (dictList) return { field: column, label, options: dictList.map(({ value, label: name }) => ({ value, label: name })) };
  if (queryType === 'between' && (columnType === 'date' || columnType === 'datetime'))
    return { field: column, to: `${column}${TO}`, label, inDays: true };
  if (queryType === 'between') return { field: column, label, placeholder: '最小,最大' };
  return { field: column, label, placeholder: columnType === 'date' || columnType === 'datetime' ? '例如 2026-03-01' : '请输入' };
}
/** The filters of a list. What refers to other records is found by its page, not by typing ids. */
export const searchFields = ({ queryList }: TableParam): SearchField[] => [
  ...queryList.filter(({ refModelId }) => refModelId === null).map(searchOf),
  {
    field: 'status',
    label: '状态',
    options: [
      { value: '1', label: '在用' },
      { value: '0', label: '已禁用' },
    ],
  },
];
