/** What of a table its creating statement needs. */
export interface DdlTable {
  readonly fullName: string;
  readonly comment: string | null;
  readonly columns: readonly { name: string; type: string; isNullable: boolean; defaultText: string | null; comment: string | null }[];
  readonly keys: readonly {
    kind: 'primary' | 'unique' | 'foreign';
    columns: readonly string[];
    refTable: string | null;
    refColumns: readonly string[];
  }[];
  readonly indexes: readonly { name: string; columns: readonly string[]; isUnique: boolean }[];
  readonly viewSql: string | null;
  readonly kind: string;
}
interface Writing {
  readonly quote: (name: string) => string;
  /** comments stand behind the column (MySQL family) instead of in statements of their own */
  readonly isInline: boolean;
}

const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/** A computed column says its expression right after its type. */
const isComputed = (text: string | null): boolean => text !== null && /^generated always as\b/i.test(text);
/** Clause for a harvested default; for computed and auto-increment columns the harvested text is a clause already. */
function clauseOf(text: string | null): string {
  if (text === null) return '';
  if (isComputed(text) || /^(auto_increment|on update\b)/i.test(text)) return ` ${text}`;
  return ` default ${text}`;
}

/** Comment in the statement for the clauses it cannot contain, by kind of table. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  partitioned: '-- 分区方式未同步，请按数据源的定义补充 partition by',
  foreign: '-- 外部服务器及选项未同步，请按数据源的定义补充 server',
};

/**
 * A statement that would make the table, for people to read and copy, where the source gives none. It is written from what was harvested:
 * storage, partitions and checks of the source are not known here.
 */
export function ddlOf(table: DdlTable, { quote, isInline }: Writing): string {
  if (table.viewSql !== null && (table.kind === 'view' || table.kind === 'materialized'))
    return `create ${table.kind === 'view' ? 'view' : 'materialized view'} ${table.fullName} as\n${table.viewSql.trim().replace(/;$/, '')};\n`;
  const names = (columns: readonly string[]) => columns.map(quote).join(', ');
  const lines = table.columns.map((column) =>
    [
      `  ${quote(column.name)} ${column.type}`,
      ...(isComputed(column.defaultText) ? [clauseOf(column.defaultText)] : []),
      column.isNullable ? '' : ' not null',
      ...(isComputed(column.defaultText) ? [] : [clauseOf(column.defaultText)]),
      isInline && column.comment ? ` comment ${text(column.comment)}` : '',
    ].join(''),
  );
  for (const key of table.keys) {
    if (key.kind === 'primary') lines.push(`  primary key (${names(key.columns)})`);
    else if (key.kind === 'unique') lines.push(`  unique (${names(key.columns)})`);
    else if (key.refTable)
      lines.push(
        `  foreign key (${names(key.columns)}) references ${key.refTable.split('.').map(quote).join('.')} (${names(key.refColumns)})`,
      );
  }
  const statements = [
    `create ${table.kind === 'foreign' ? 'foreign ' : ''}table ${table.fullName} (\n${lines.join(',\n')}\n)${isInline && table.comment ? ` comment = ${text(table.comment)}` : ''};`,
  ];
  const leftOut = LEFT_OUT[table.kind];
  if (leftOut) statements.unshift(leftOut);
  const keyed = new Set(table.keys.filter(({ kind }) => kind !== 'foreign').map(({ columns }) => columns.join()));
  for (const index of table.indexes)
    if (!(index.isUnique && keyed.has(index.columns.join())))
      statements.push(
        `create ${index.isUnique ? 'unique ' : ''}index ${quote(index.name)} on ${table.fullName} (${index.columns.join(', ')});`,
      );
  if (!isInline) {
    if (table.comment) statements.push(`comment on table ${table.fullName} is ${text(table.comment)};`);
    for (const column of table.columns)
      if (column.comment) statements.push(`comment on column ${table.fullName}.${quote(column.name)} is ${text(column.comment)};`);
  }
  return `${statements.join('\n')}\n`;
}
