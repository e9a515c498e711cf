import { sql } from 'kysely';
import * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import { optionalText, requiredText } from '#kit/contract/fields.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { excelHandlers, inBatches } from '#kit/server/excel/handlers.ts';
import { rightsOnSources } from '#modules/gate/server/index.ts';
import type { ColumnSearch, TableSearch } from '../../contract/table.ts';
import { TIER_LABELS } from '#modules/sources/contract/table-kind.ts';
import { requestSearchFill } from '../search/fill.ts';
import { columnsLike, tablesLike } from './filters.ts';
import { EDITS, govern, type Words } from './govern.ts';
import { columnFields, TABLE, visibleColumns, visibleTables, withNames } from './rows.ts';

/** Text of a cell that clears a value; an empty cell leaves it unchanged. */
const CLEAR = '（清空）';
const LEVELS = ['L1', 'L2', 'L3', 'L4'] as const;

const cell = (max: number, label: string) => optionalText(max, label).optional();
const place = { sourceName: requiredText(50, '数据源'), schemaName: requiredText(63, '模式'), tableName: requiredText(140, '表名') };
const TableRow = z.object({
  ...place,
  cnName: cell(100, '中文名'),
  description: cell(2000, '说明'),
  owner: cell(50, '负责人账号'),
  domainCode: cell(50, '主题域编码'),
  tier: cell(20, '数据分层'),
  tags: cell(800, '标签'),
});
const ColumnRow = z.object({
  ...place,
  columnName: requiredText(140, '字段名'),
  cnName: cell(100, '中文名'),
  description: cell(2000, '说明'),
  tags: cell(800, '标签'),
  classCode: cell(50, '分类编码'),
  level: cell(10, '敏感级别'),
  levelReason: cell(200, '降级理由'),
});

/** Empty = as it is, the mark = nothing, anything else = that. */
const said = (text: string | null | undefined): string | null | undefined => (text === CLEAR ? null : (text ?? undefined));

const wrong = (path: string, message: string) => new AppError('input.invalid', message, [{ path, message }]);

async function idOf(ctx: Ctx, kind: 'owner' | 'domain' | 'class', text: string | null | undefined, path: string) {
  const value = said(text);
  if (value === undefined || value === null) return value;
  const { rows } =
    kind === 'owner'
      ? await sql<{ id: string }>`select id from sys_user where username = ${value} and deleted_at is null`.execute(ctx.db)
      : kind === 'domain'
        ? await sql<{ id: string }>`select id from metadata_domain where domain_code = ${value} and deleted_at is null`.execute(ctx.db)
        : await sql<{ id: string }>`select id from metadata_class where class_code = ${value} and deleted_at is null`.execute(ctx.db);
  const found = rows[0];
  if (!found) throw wrong(path, `${{ owner: '负责人账号', domain: '主题域编码', class: '分类编码' }[kind]}“${value}”不存在`);
  return found.id;
}

async function tagIdsOf(ctx: Ctx, text: string | null | undefined): Promise<string[] | undefined> {
  const value = said(text);
  if (value === undefined) return undefined;
  const names = [
    ...new Set(
      (value ?? '')
        .split(/[,，、;；]/)
        .map((name) => name.trim())
        .filter(Boolean),
    ),
  ];
  if (names.length === 0) return [];
  const found = await ctx.db
    .selectFrom('metadataTag')
    .select(['id', 'tagName'])
    .where('tagName', 'in', names)
    .where('deletedAt', 'is', null)
    .execute();
  const unknown = names.filter((name) => !found.some(({ tagName }) => tagName === name));
  if (unknown.length > 0) throw wrong('tags', `标签“${unknown.join('、')}”不存在，请先新增`);
  return found.map(({ id }) => id);
}

const levelOf = (text: string | null | undefined): Words['level'] | undefined => {
  const value = said(text);
  if (value === undefined || value === null) return value;
  const level = LEVELS.find((one) => one === value.toUpperCase());
  if (!level) throw wrong('level', '敏感级别应为 L1、L2、L3 或 L4');
  return level;
};
const tierOf = (text: string | null | undefined): string | null | undefined => {
  const value = said(text);
  if (value === undefined || value === null) return value;
  const tier = Object.entries(TIER_LABELS).find(([code, label]) => code === value.toLowerCase() || label === value);
  if (!tier) throw wrong('tier', `数据分层应为 ${Object.values(TIER_LABELS).join('、')}`);
  return tier[0];
};

const fillLater = (ctx: Ctx) => ctx.afterCommit(() => requestSearchFill(ctx.app, ctx.app.db));
const tagText = (tags: readonly { tagName: string }[]) => tags.map(({ tagName }) => tagName).join('、') || null;

async function saveTable(ctx: Ctx, row: z.output<typeof TableRow>): Promise<void> {
  const found = await visibleTables(ctx, EDITS)
    .select('metadataTable.id')
    .where('metadataSource.sourceName', '=', row.sourceName)
    .where('metadataTable.schemaName', '=', row.schemaName)
    .where('metadataTable.tableName', '=', row.tableName)
    .executeTakeFirst();
  if (!found) throw wrong('tableName', '数据表不存在、未同步或不在可维护的范围内');
  const words: Words = {
    cnName: said(row.cnName),
    description: said(row.description),
    ownerId: await idOf(ctx, 'owner', row.owner, 'owner'),
    domainId: await idOf(ctx, 'domain', row.domainCode, 'domainCode'),
    tier: tierOf(row.tier),
    tagIds: await tagIdsOf(ctx, row.tags),
  };
  if ((await govern(ctx, 'table', [found.id], words, { refreshes: false })) > 0) fillLater(ctx);
}

async function saveColumn(ctx: Ctx, row: z.output<typeof ColumnRow>): Promise<void> {
  const found = await withNames(visibleColumns(ctx, EDITS))
    .select(['metadataColumn.id', 'classId', 'metadataColumn.level'])
    .where('metadataSource.sourceName', '=', row.sourceName)
    .where('metadataTable.schemaName', '=', row.schemaName)
    .where('metadataTable.tableName', '=', row.tableName)
    .where('metadataTable.deletedAt', 'is', null)
    .where('metadataColumn.columnName', '=', row.columnName)
    .executeTakeFirst();
  if (!found) throw wrong('columnName', '字段不存在、未同步或不在可维护的范围内');
  const classId = await idOf(ctx, 'class', row.classCode, 'classCode');
  const level = levelOf(row.level);
  const isClassified =
    (classId ?? found.classId) !== found.classId || (level ?? found.level) !== found.level || classId === null || level === null;
  const words: Words = {
    cnName: said(row.cnName),
    description: said(row.description),
    tagIds: await tagIdsOf(ctx, row.tags),
    ...(isClassified ? { classId, level, levelReason: row.levelReason || null } : {}),
  };
  if ((await govern(ctx, 'column', [found.id], words, { refreshes: false })) > 0) fillLater(ctx);
}

const PLACE = [
  { field: 'sourceName', title: '数据源', required: true, example: '数据仓库', width: 20 },
  { field: 'schemaName', title: '模式', required: true, example: 'dwd', width: 14 },
  { field: 'tableName', title: '表名', required: true, example: 'customer', width: 28 },
];
const EMPTY_RULE = `空白表示不修改，填写${CLEAR}删除原值`;

/** Workbook of the business metadata of tables. Rows are matched by source, schema and name; unchanged rows write nothing. */
export const tableBook = excelHandlers({
  label: '数据表',
  reach: rightsOnSources,
  elsewhere: { 字段名: '这是字段的文件，请切换到“字段”后导入' },
  // both lists have one permission
  key: 'metadata.table',
  columns: [
    ...PLACE,
    { field: 'tableComment', title: '表注释', only: 'export', width: 24 },
    { field: 'cnName', title: '中文名', example: EMPTY_RULE, width: 20 },
    { field: 'description', title: '说明', width: 40 },
    { field: 'owner', title: '负责人账号', example: 'zhangwei' },
    { field: 'domainCode', title: '主题域编码', example: 'customer' },
    { field: 'tier', title: '数据分层', example: TIER_LABELS.dwd, width: 16 },
    { field: 'tags', title: '标签', example: '核心、对外', width: 20 },
    { field: 'level', title: '敏感级别', only: 'export' },
    { field: 'rowEstimate', title: '行数（估计）', only: 'export' },
  ],
  input: TableRow,
  create: saveTable,
  rows: (ctx: Ctx, query: z.output<typeof TableSearch> & { ids?: string[] | null }) =>
    inBatches(async (after, limit) => {
      let rows = tablesLike(visibleTables(ctx), query).where('metadataTable.id', '>', after);
      if (query.ids) rows = rows.where('metadataTable.id', 'in', query.ids);
      const found = await rows
        .select(TABLE)
        .select([
          sql<string | null>`(select username from sys_user where id = metadata_table.owner_id)`.as('owner'),
          sql<string | null>`(select domain_code from metadata_domain d where d.id = metadata_table.domain_id)`.as('domainCode'),
        ])
        .orderBy('metadataTable.id')
        .limit(limit)
        .execute();
      return found.map((row) => ({ ...row, tags: tagText(row.tags), tier: TIER_LABELS[row.tier as keyof typeof TIER_LABELS] ?? row.tier }));
    }),
});

/** The same for columns. */
export const columnBook = excelHandlers({
  label: '元数据',
  reach: rightsOnSources,
  columns: [
    ...PLACE,
    { field: 'columnName', title: '字段名', required: true, example: 'cust_bal', width: 24 },
    { field: 'dataType', title: '类型', only: 'export', width: 14 },
    { field: 'columnComment', title: '注释', only: 'export', width: 24 },
    { field: 'cnName', title: '中文名', example: EMPTY_RULE, width: 20 },
    { field: 'description', title: '说明', width: 40 },
    { field: 'tags', title: '标签', example: '核心、对外', width: 20 },
    { field: 'classCode', title: '分类编码', example: 'mobile' },
    { field: 'level', title: '敏感级别', example: 'L3' },
    { field: 'levelReason', title: '降级理由', example: '公开任命名单', width: 24 },
    { field: 'inheritedFromName', title: '级别继承自', only: 'export', width: 32 },
  ],
  input: ColumnRow,
  create: saveColumn,
  rows: (ctx: Ctx, query: z.output<typeof ColumnSearch> & { ids?: string[] | null }) =>
    inBatches(async (after, limit) => {
      let rows = columnsLike(visibleColumns(ctx), query).where('metadataColumn.id', '>', after);
      if (query.ids) rows = rows.where('metadataColumn.id', 'in', query.ids);
      const found = await withNames(rows)
        .select(columnFields(ctx))
        .select(sql<string | null>`(select class_code from metadata_class k where k.id = metadata_column.class_id)`.as('classCode'))
        .orderBy('metadataColumn.id')
        .limit(limit)
        .execute();
      return found.map((row) => ({ ...row, tags: tagText(row.tags) }));
    }),
});
