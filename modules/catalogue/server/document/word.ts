import type { WordBlock } from '#kit/server/word/writer.ts';
import { TABLE_KIND_LABELS, type TableKey } from '#modules/sources/contract/table-kind.ts';
import { wholeSize } from '#kit/core/text/size.ts';
import type { DocumentTable } from './read.ts';

const KEY_LABELS: Record<TableKey['kind'], string> = { primary: '主键', unique: '唯一约束', foreign: '外键' };

const keyRow = (key: TableKey): string[] => [
  KEY_LABELS[key.kind],
  key.name,
  key.columns.join('、'),
  key.refTable === null ? '' : `${key.refTable}（${key.refColumns.join('、')}）`,
];

function* tableBlocks(table: DocumentTable): Generator<WordBlock> {
  const called = table.cnName ?? table.tableComment;
  yield { kind: 'heading', level: 2, text: called ? `${table.tableName}　${called}` : table.tableName };
  const facts = [
    TABLE_KIND_LABELS[table.tableKind as keyof typeof TABLE_KIND_LABELS] ?? table.tableKind,
    `${table.columns.length} 个字段`,
    table.rowEstimate === null ? null : `约 ${Number(table.rowEstimate).toLocaleString('zh-CN')} 行`,
    table.sizeBytes === null ? null : wholeSize(Number(table.sizeBytes)),
    table.domainName && `主题域：${table.domainName}`,
    table.ownerName && `负责人：${table.ownerName}`,
    table.level && `级别：${table.level}`,
  ];
  yield { kind: 'text', isQuiet: true, text: facts.filter(Boolean).join('　') };
  if (table.cnName && table.tableComment) yield { kind: 'text', text: table.tableComment };
  if (table.description) yield { kind: 'text', text: table.description };
  yield {
    kind: 'table',
    columns: [
      { title: '序号', width: 5 },
      { title: '字段名', width: 18 },
      { title: '中文名', width: 14 },
      { title: '类型', width: 14 },
      { title: '主键', width: 5 },
      { title: '可空', width: 5 },
      { title: '默认值', width: 12 },
      { title: '级别', width: 5 },
      { title: '说明', width: 22 },
    ],
    rows: table.columns.map((column, i) => [
      String(i + 1),
      column.columnName,
      column.cnName,
      column.type,
      column.columnKey === '1' ? '是' : '',
      column.columnNullable === '1' ? '是' : '否',
      column.dataDefault,
      column.level,
      [column.columnComment, column.description, column.reference && `引用 ${column.reference}`].filter(Boolean).join('\n'),
    ]),
  };
  const keys = table.keys.filter((key) => key.kind !== 'primary' || key.columns.length > 1);
  if (keys.length > 0)
    yield {
      kind: 'table',
      columns: [
        { title: '约束', width: 10 },
        { title: '名称', width: 30 },
        { title: '字段', width: 30 },
        { title: '引用', width: 30 },
      ],
      rows: keys.map(keyRow),
    };
  if (table.indexes.length > 0)
    yield {
      kind: 'table',
      columns: [
        { title: '索引', width: 40 },
        { title: '唯一', width: 10 },
        { title: '字段', width: 50 },
      ],
      rows: table.indexes.map((index) => [index.name, index.isUnique ? '是' : '否', index.columns.join('、')]),
    };
  if (table.viewSql) {
    yield { kind: 'heading', level: 3, text: '视图定义' };
    yield { kind: 'code', text: table.viewSql.trim() };
  }
}

/** The database document: cover, contents, one chapter per schema and one section per table. */
export async function* wordBlocks(
  cover: { title: string; facts: readonly string[] },
  tables: AsyncIterable<DocumentTable>,
): AsyncGenerator<WordBlock> {
  yield { kind: 'title', text: cover.title };
  for (const fact of cover.facts) yield { kind: 'text', isQuiet: true, text: fact };
  yield { kind: 'pageBreak' };
  yield { kind: 'contents' };
  yield { kind: 'pageBreak' };
  let schema: string | null = null;
  for await (const table of tables) {
    if (table.schemaName !== schema) yield { kind: 'heading', level: 1, text: `模式 ${table.schemaName}` };
    schema = table.schemaName;
    yield* tableBlocks(table);
  }
  if (schema === null) yield { kind: 'text', text: '该范围内没有您可以查看的数据表。' };
}
