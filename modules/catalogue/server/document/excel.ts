import type { Sheet } from '#kit/server/excel/writer.ts';
import { TABLE_KIND_LABELS } from '#modules/sources/contract/table-kind.ts';
import type { DocumentTable } from './read.ts';
import { wholeSize } from '#kit/core/text/size.ts';

const place = (table: DocumentTable) => [table.sourceName, table.schemaName, table.tableName, table.cnName ?? table.tableComment ?? ''];
const PLACE = [
  { title: '数据源', width: 18 },
  { title: '模式', width: 14 },
  { title: '表名', width: 32 },
  { title: '表中文名', width: 24 },
];

async function* tableRows(tables: AsyncIterable<DocumentTable>) {
  for await (const table of tables)
    yield [
      ...place(table),
      TABLE_KIND_LABELS[table.tableKind as keyof typeof TABLE_KIND_LABELS] ?? table.tableKind,
      table.domainName ?? '',
      table.ownerName ?? '',
      table.level ?? '',
      table.columns.length,
      table.rowEstimate === null ? '' : Number(table.rowEstimate),
      table.sizeBytes === null ? '' : wholeSize(Number(table.sizeBytes)),
      [table.tableComment, table.description].filter(Boolean).join('\n'),
    ];
}

async function* columnRows(tables: AsyncIterable<DocumentTable>) {
  for await (const table of tables)
    for (const [i, column] of table.columns.entries())
      yield [
        ...place(table),
        i + 1,
        column.columnName,
        column.cnName ?? '',
        column.type,
        column.columnKey === '1' ? '是' : '',
        column.columnNullable === '1' ? '是' : '否',
        column.dataDefault ?? '',
        column.level ?? '',
        column.reference ?? '',
        [column.columnComment, column.description].filter(Boolean).join('\n'),
      ];
}

/** The data dictionary: one sheet of tables, one of columns. The scope is read once for each sheet. */
export const dictionarySheets = (read: () => AsyncIterable<DocumentTable>, footer: string): Sheet[] => [
  {
    name: '数据表',
    columns: [
      ...PLACE,
      { title: '类型', width: 10 },
      { title: '主题域', width: 16 },
      { title: '负责人', width: 12 },
      { title: '级别', width: 8 },
      { title: '字段数', width: 8 },
      { title: '估计行数', width: 14 },
      { title: '大小', width: 12 },
      { title: '说明', width: 50 },
    ],
    rows: tableRows(read()),
    footer,
  },
  {
    name: '字段',
    columns: [
      ...PLACE,
      { title: '序号', width: 6 },
      { title: '字段名', width: 28 },
      { title: '字段中文名', width: 20 },
      { title: '数据类型', width: 18 },
      { title: '主键', width: 6 },
      { title: '可空', width: 6 },
      { title: '默认值', width: 20 },
      { title: '级别', width: 8 },
      { title: '引用', width: 30 },
      { title: '说明', width: 50 },
    ],
    rows: columnRows(read()),
    footer,
  },
];
