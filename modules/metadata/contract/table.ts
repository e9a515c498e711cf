import * as z from 'zod';
import { Id, PageQuery, Time, pageReply } from '#kit/contract/fields.ts';
import { defineContract, perm, route, signedIn } from '#kit/contract/route.ts';

export const TableKind = z.enum(['table', 'view', 'materialized', 'foreign', 'partitioned']);
export const TABLE_KIND_LABELS: Record<z.output<typeof TableKind>, string> = {
  table: '表',
  view: '视图',
  materialized: '物化视图',
  foreign: '外部表',
  partitioned: '分区表',
};
/** Primary, unique or foreign key of a table. */
export const TableKey = z.object({
  name: z.string(),
  kind: z.enum(['primary', 'unique', 'foreign']),
  columns: z.array(z.string()),
  refTable: z.string().nullable(),
  refColumns: z.array(z.string()),
});
export type TableKey = z.output<typeof TableKey>;

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
  level: z.string().nullable(),
  updateTime: Time,
});
export const TableDetail = Table.extend({ keys: z.array(TableKey), columns: z.array(Column) });

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

const params = z.object({ id: Id });
const read = perm('metadata:datacolumn:list');
const detail = perm('metadata:datacolumn:detail', 'metadata:datacolumn:list');

export const table = defineContract({
  page: route.get('/data/metadata/tables/page', {
    summary: '数据表分页',
    access: read,
    query: PageQuery.extend({
      sourceId: Id.optional(),
      schemaName: z.string().max(63).optional(),
      tableName: z.string().max(140).optional(),
      tableKind: TableKind.optional(),
    }),
    reply: pageReply(Table),
  }),
  list: route.get('/data/metadata/tables/list', {
    summary: '数据表下拉',
    access: signedIn,
    query: z.object({ sourceId: Id, tableName: z.string().max(140).optional() }),
    reply: z.array(Table.pick({ id: true, schemaName: true, tableName: true, tableComment: true, tableKind: true })),
  }),
  get: route.get('/data/metadata/tables/:id', { summary: '数据表详情', access: detail, params, reply: TableDetail }),
});

export const column = defineContract({
  page: route.get('/data/metadata/columns/page', {
    summary: '元数据字段分页',
    access: read,
    query: PageQuery.extend({
      sourceId: Id.optional(),
      schemaName: z.string().max(63).optional(),
      tableId: Id.optional(),
      columnName: z.string().max(140).optional(),
      dataType: z.string().max(100).optional(),
      columnKey: z.enum(['0', '1']).optional(),
    }),
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
  get: route.get('/data/metadata/columns/:id', { summary: '元数据字段详情', access: detail, params, reply: Column }),
});
