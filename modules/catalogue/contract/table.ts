import * as z from 'zod';
import { excelRoutes } from '#kit/contract/excel.ts';
import { Id, PageQuery, Time, pageReply } from '#kit/contract/fields.ts';
import { defineContract, perm, route, signedIn } from '#kit/contract/route.ts';
import { TableKind, Tier, TableKey } from '#modules/sources/contract/table-kind.ts';
import { SeenColumn } from '#modules/gate/contract/authorize.ts';

/** A tag as it is shown. */
export const TagMark = z.object({ id: Id, tagName: z.string(), tagColor: z.string() });
export type TagMark = z.output<typeof TagMark>;

/** 数据表 */
export const Table = z.object({
  id: Id,
  sourceId: Id,
  sourceName: z.string(),
  schemaName: z.string(),
  tableName: z.string(),
  tableKind: TableKind,
  tableComment: z.string().nullable(),
  /** the source's own estimate, null when it has none */
  rowEstimate: z.string().nullable(),
  sizeBytes: z.string().nullable(),
  columnCount: z.number().int(),
  /** why the source cannot open the view any more; null = it is in order */
  brokenReason: z.string().nullable(),
  cnName: z.string().nullable(),
  description: z.string().nullable(),
  ownerId: z.string().nullable(),
  ownerName: z.string().nullable(),
  domainId: z.string().nullable(),
  domainName: z.string().nullable(),
  tier: z.string().nullable(),
  level: z.string().nullable(),
  tags: z.array(TagMark),
  /** reads of the last 30 days */
  heat: z.number().int(),
  /** score of its data quality out of 100, null while nobody measures it */
  qualityScore: z.number().nullable(),
  /** when the structure last changed at the source */
  changeTime: Time.nullable(),
  profileTime: Time.nullable(),
  structureVersion: z.number().int(),
  version: z.number().int(),
  createTime: Time,
  updateTime: Time,
});
/** 元数据字段 */
export const Column = z.object({
  id: Id,
  sourceId: Id,
  tableId: Id,
  sourceName: z.string(),
  schemaName: z.string(),
  tableName: z.string(),
  columnName: z.string(),
  columnComment: z.string().nullable(),
  columnKey: z.enum(['0', '1']),
  columnNullable: z.enum(['0', '1']),
  columnPosition: z.number().int(),
  dataType: z.string(),
  dataLength: z.string().nullable(),
  dataPrecision: z.string().nullable(),
  dataScale: z.string().nullable(),
  dataDefault: z.string().nullable(),
  reference: z.string().nullable(),
  cnName: z.string().nullable(),
  description: z.string().nullable(),
  classId: z.string().nullable(),
  className: z.string().nullable(),
  level: z.string().nullable(),
  /** who set the level: `manual`, `auto`, `lineage` (accepted), `inherited`, `pending` (lineage not known yet), `renamed` (a guess) */
  levelBy: z.string().nullable(),
  /** strictest level of what flows in, also where a person decided otherwise */
  inheritedLevel: z.string().nullable(),
  /** `schema.table.column` that it comes from; null also when the caller may not see that column */
  inheritedFromName: z.string().nullable(),
  /** why a person decided for a lower one */
  levelReason: z.string().nullable(),
  tags: z.array(TagMark),
  version: z.number().int(),
  updateTime: Time,
});
/** What became of the level of a column, newest first. */
export const LevelChange = z.object({
  oldLevel: z.string().nullable(),
  newLevel: z.string().nullable(),
  oldClassName: z.string().nullable(),
  newClassName: z.string().nullable(),
  levelBy: z.string().nullable(),
  reason: z.string().nullable(),
  createByName: z.string().nullable(),
  createTime: Time,
});
export const ColumnDetail = Column.extend({ levelHistory: z.array(LevelChange) });
export const TableIndex = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  isUnique: z.boolean(),
  method: z.string().nullable().optional(),
});
/** What the caller may do with a table besides looking at its description. */
const May = z.object({ edit: z.boolean(), preview: z.boolean(), query: z.boolean() });
/** What the caller sees of the values of a column: as they are, by a mask in words (前 3 后 4), or not at all. */
export const SeenValue = SeenColumn.pick({ shown: true, mask: true });
export const TableDetail = Table.extend({
  keys: z.array(TableKey),
  indexes: z.array(TableIndex),
  /** text of a view; null when there is none or the caller may not read SQL of lineage */
  viewSql: z.string().nullable(),
  isViewSqlHidden: z.boolean(),
  dbType: z.string(),
  /** of a broken view: tables and columns that it reads and that are gone or broken, as far as the lineage knows and the caller sees them */
  missingParts: z.array(z.string()),
  isFollowed: z.boolean(),
  may: May,
  columns: z.array(Column.extend({ seen: SeenValue })),
});

export interface TreeNode {
  id: string;
  type: 'database' | 'schema' | 'table' | 'column';
  label: string;
  name: string;
  code: string;
  /** number of children, also when they are not part of this reply */
  count?: number;
  children?: TreeNode[];
}
export const TreeNode: z.ZodType<TreeNode> = z
  .object({
    id: z.string(),
    type: z.enum(['database', 'schema', 'table', 'column']),
    label: z.string(),
    name: z.string(),
    code: z.string(),
    count: z.number().int().optional(),
    get children() {
      return z.array(TreeNode).optional();
    },
  })
  .meta({ id: 'MetadataTreeNode' });

/** Filters of the list of tables; `name` looks into names, Chinese names and comments. */
export const TableSearch = z.object({
  sourceId: Id.optional(),
  schemaName: z.string().max(63).optional(),
  tableName: z.string().max(140).optional(),
  tableKind: TableKind.optional(),
  domainId: Id.optional(),
  ownerId: Id.optional(),
  tier: Tier.optional(),
  level: z.string().max(2).optional(),
  tagId: Id.optional(),
  /** 1 = with an owner, 0 = without */
  hasOwner: z.enum(['0', '1']).optional(),
  /** a Chinese name, a description or a comment from the source */
  hasDescription: z.enum(['0', '1']).optional(),
  hasDomain: z.enum(['0', '1']).optional(),
  /** 1 = read in the last 30 days */
  hasReads: z.enum(['0', '1']).optional(),
});
export const ColumnSearch = z.object({
  sourceId: Id.optional(),
  schemaName: z.string().max(63).optional(),
  tableId: Id.optional(),
  columnName: z.string().max(140).optional(),
  dataType: z.string().max(100).optional(),
  columnKey: z.enum(['0', '1']).optional(),
  level: z.string().max(2).optional(),
  classId: Id.optional(),
  tagId: Id.optional(),
  hasDescription: z.enum(['0', '1']).optional(),
  hasLevel: z.enum(['0', '1']).optional(),
});

const params = z.object({ id: Id });
const read = perm('metadata:datacolumn:list');
const detail = perm('metadata:datacolumn:detail', 'metadata:datacolumn:list');

/** Something that another module makes of a table: a data set, a chart, a board, a screen. */
export const Consumer = z.object({
  id: Id,
  kind: z.string(),
  name: z.string(),
  path: z.string().nullable(),
  /** steps of lineage between the table and it */
  distance: z.number().int(),
});
export type Consumer = z.output<typeof Consumer>;

export const table = defineContract({
  ...excelRoutes('/data/metadata/tables', '数据表', 'metadata:datacolumn', { search: TableSearch, skips: true }),
  page: route.get('/data/metadata/tables/page', {
    summary: '数据表分页',
    access: read,
    query: PageQuery.extend(TableSearch.shape),
    reply: pageReply(Table),
  }),
  list: route.get('/data/metadata/tables/list', {
    summary: '数据表下拉',
    access: signedIn,
    query: z.object({ sourceId: Id, tableName: z.string().max(140).optional() }),
    reply: z.array(Table.pick({ id: true, schemaName: true, tableName: true, tableComment: true, tableKind: true })),
  }),
  get: route.get('/data/metadata/tables/:id', { summary: '数据表详情', access: detail, params, reply: TableDetail }),
  consumers: route.get('/data/metadata/tables/:id/consumers', {
    summary: '数据表的使用方',
    access: perm('metadata:datablood:list'),
    params,
    /** `hidden` counts those that the caller may not see */
    reply: z.object({ items: z.array(Consumer), hidden: z.number().int() }),
  }),
});

export const column = defineContract({
  ...excelRoutes('/data/metadata/columns', '元数据', 'metadata:datacolumn', { search: ColumnSearch, skips: true }),
  page: route.get('/data/metadata/columns/page', {
    summary: '元数据字段分页',
    access: read,
    query: PageQuery.extend(ColumnSearch.shape),
    reply: pageReply(Column),
  }),
  list: route.get('/data/metadata/columns/list', {
    summary: '一张表的字段',
    access: signedIn,
    query: z.object({ tableId: Id }),
    reply: z.array(
      Column.pick({
        id: true,
        columnName: true,
        columnComment: true,
        columnKey: true,
        columnNullable: true,
        columnPosition: true,
        dataType: true,
      }),
    ),
  }),
  tree: route.get('/data/metadata/columns/tree/:level', {
    summary: '元数据树',
    access: perm('metadata:datacolumn:list', 'metadata:sqlconsole:list'),
    params: z.object({ level: z.enum(['database', 'table', 'column']) }),
    query: z.object({ sourceId: Id.optional(), tableId: Id.optional() }),
    reply: z.array(TreeNode),
  }),
  /** One level of the tree, for trees that load as they are opened: sources, schemas of a source, tables of a schema. */
  branch: route.get('/data/metadata/columns/branch', {
    summary: '元数据树的一级',
    access: perm('metadata:datacolumn:list', 'metadata:sqlconsole:list'),
    query: z.object({ sourceId: Id.optional(), schemaName: z.string().max(63).optional(), keyword: z.string().max(100).optional() }),
    reply: z.array(
      z.object({
        id: z.string(),
        type: z.enum(['database', 'schema', 'table']),
        name: z.string(),
        comment: z.string().nullable(),
        kind: z.string().nullable(),
        count: z.number().int(),
        sourceId: Id,
        schemaName: z.string().nullable(),
      }),
    ),
  }),
  get: route.get('/data/metadata/columns/:id', { summary: '元数据字段详情', access: detail, params, reply: ColumnDetail }),
});
