import * as z from 'zod';
import { Id, Time, requiredText, optionalText } from '#kit/contract/fields.ts';

/** Nodes that a drawing holds at most beside its start; the rest is counted and listed on request. */
export const MAX_NODES = 300;
/** Larger drawings open with the heads of their cards only: columns come when a card is opened. */
export const HEADS_ONLY_FROM = 40;
/** Levels of a drawing in one direction. */
export const MAX_DEPTH = 5;
/** Largest file or text that may be imported. */
export const MAX_IMPORT_MB = 10;

export const EdgeKind = z.enum(['value', 'filter', 'join', 'group', 'sort']);
export type EdgeKind = z.output<typeof EdgeKind>;
export const EDGE_KIND_LABELS: Record<EdgeKind, string> = { value: '取值', filter: '筛选', join: '关联', group: '分组', sort: '排序' };
export const Confidence = z.enum(['exact', 'inferred', 'manual']);
export type Confidence = z.output<typeof Confidence>;
export const CONFIDENCE_LABELS: Record<Confidence, string> = { exact: '精确', inferred: '推断', manual: '人工' };
export const UnitOrigin = z.enum(['view', 'routine', 'console', 'import', 'manual', 'module']);
export type UnitOrigin = z.output<typeof UnitOrigin>;
export const ORIGIN_LABELS: Record<UnitOrigin, string> = {
  view: '视图',
  routine: '存储过程与函数',
  console: 'SQL工作台',
  import: '导入SQL',
  manual: '手工补充',
  module: '平台对象',
};
export const UnitState = z.enum(['parsed', 'partial', 'failed']);
export const UNIT_STATE_LABELS: Record<z.output<typeof UnitState>, string> = { parsed: '已解析', partial: '部分解析', failed: '解析失败' };
export const UnresolvedReason = z.enum([
  'externalTable',
  'ambiguousTable',
  'syntax',
  'dynamicSql',
  'ambiguousColumn',
  'unknownColumn',
  'star',
  'tooDeep',
  'timeout',
]);
export type UnresolvedReason = z.output<typeof UnresolvedReason>;
export const REASON_LABELS: Record<UnresolvedReason, string> = {
  externalTable: '目录中没有的表',
  ambiguousTable: '表名不唯一',
  syntax: '语法无法识别',
  dynamicSql: '动态SQL',
  ambiguousColumn: '字段归属不明',
  unknownColumn: '字段不在目录中',
  star: '星号无法展开',
  tooDeep: '嵌套过深',
  timeout: '解析超时',
};
/** Reasons that a steward settles by naming the table; all others by naming the missing edges. */
export const TABLE_REASONS: readonly UnresolvedReason[] = ['externalTable', 'ambiguousTable'];
/** Kinds of objects that are not tables of the catalogue. */
export const OBJECT_LABELS: Readonly<Record<string, string>> = {
  external: '外部表',
  dataset: '数据集',
  app: '应用',
  api: '数据服务',
  chart: '图表',
  board: '看板',
  screen: '大屏',
  extract: '抽取',
  form: '填报表单',
};

const NodeType = z.enum(['table', 'object', 'hidden']);
export const NodeColumns = z.array(
  z.object({
    id: z.string().nullable(),
    name: z.string(),
    comment: z.string().nullable(),
    type: z.string().nullable(),
    level: z.string().nullable(),
    isKey: z.boolean(),
  }),
);
/** One card of the drawing. `hidden` stands for a table that the caller may not see: it keeps the drawing connected and says nothing else. */
export const LineageNode = z.object({
  /** unique in a reply; the same node has the same key in every reply to the same account */
  key: z.string(),
  type: NodeType,
  /** null for a hidden one */
  id: z.string().nullable(),
  name: z.string(),
  schemaName: z.string().nullable(),
  sourceId: z.string().nullable(),
  sourceName: z.string().nullable(),
  /** table, view, materialized … or external, dataset, api … */
  kind: z.string(),
  comment: z.string().nullable(),
  level: z.string().nullable(),
  tier: z.string().nullable(),
  ownerName: z.string().nullable(),
  /** own page of the object */
  path: z.string().nullable(),
  isTransient: z.boolean(),
  /** gone from its source since */
  isGone: z.boolean(),
  /** levels away from the start, negative upstream */
  distance: z.number().int(),
  /** different neighbours in all, drawn or not */
  upCount: z.number().int(),
  downCount: z.number().int(),
  columnCount: z.number().int(),
  /** empty while the columns of this card were left out */
  columns: NodeColumns,
  /** names of columns with lineage; null = the column edges tell */
  linked: z.array(z.string()).nullable(),
});
export type LineageNode = z.output<typeof LineageNode>;

/** All edges between two cards, summed up. */
export const TableEdge = z.object({
  from: z.string(),
  to: z.string(),
  kinds: z.array(EdgeKind),
  origins: z.array(UnitOrigin),
  confidence: Confidence,
  edgeCount: z.number().int(),
  /** one of them, for the details */
  edgeId: Id,
});
export type TableEdge = z.output<typeof TableEdge>;
/** An edge between columns; a null column means the whole object. */
export const ColumnEdge = z.object({
  id: Id,
  from: z.string(),
  fromColumn: z.string().nullable(),
  to: z.string(),
  toColumn: z.string().nullable(),
  kind: EdgeKind,
  origin: UnitOrigin,
  confidence: Confidence,
});
export type ColumnEdge = z.output<typeof ColumnEdge>;
export const LineageGraph = z.object({
  focus: z.string(),
  focusColumn: z.string().nullable(),
  nodes: z.array(LineageNode),
  edges: z.array(TableEdge),
  columnEdges: z.array(ColumnEdge),
  /** many objects: columns of all but the start, and the edges between columns, were left out */
  isBrief: z.boolean(),
  /** nodes within reach that are not part of this reply */
  more: z.number().int(),
});
export type LineageGraph = z.output<typeof LineageGraph>;

const depth = z.coerce.number().int().min(1).max(MAX_DEPTH, `最多展开${MAX_DEPTH}层`).default(1);
export const Walk = z.object({
  direction: z.enum(['up', 'down', 'both']).default('both'),
  depth,
  /** 0 leaves columns and their edges out; auto does so above HEADS_ONLY_FROM objects, but for the start */
  columns: z.enum(['0', '1', 'auto']).default('1'),
});

export const ImpactItem = z.object({
  key: z.string(),
  type: NodeType,
  id: z.string().nullable(),
  name: z.string(),
  kind: z.string(),
  sourceName: z.string().nullable(),
  comment: z.string().nullable(),
  ownerId: z.string().nullable(),
  ownerName: z.string().nullable(),
  path: z.string().nullable(),
  distance: z.number().int(),
  /** columns that are reached, empty = the object as a whole */
  columns: z.array(z.string()),
  /** only rows depend on it, no value */
  isIndirect: z.boolean(),
  /** names from the start to here */
  route: z.array(z.string()),
});
export type ImpactItem = z.output<typeof ImpactItem>;
export const Impact = z.object({
  name: z.string(),
  total: z.number().int(),
  ownerCount: z.number().int(),
  unownedCount: z.number().int(),
  /** the search stopped at its limit */
  capped: z.boolean(),
  items: z.array(ImpactItem),
});

export const EdgeDetail = z.object({
  id: Id,
  from: z.object({ name: z.string(), column: z.string().nullable(), id: z.string().nullable(), type: NodeType }),
  to: z.object({ name: z.string(), column: z.string().nullable(), id: z.string().nullable(), type: NodeType }),
  kind: EdgeKind,
  confidence: Confidence,
  expression: z.string().nullable(),
  /** edges of the same two objects */
  siblings: z.array(
    z.object({
      id: Id,
      fromColumn: z.string().nullable(),
      toColumn: z.string().nullable(),
      kind: EdgeKind,
      confidence: Confidence,
      origin: UnitOrigin,
      expression: z.string().nullable(),
    }),
  ),
  unit: z.object({
    id: Id,
    origin: UnitOrigin,
    unitName: z.string(),
    sourceName: z.string().nullable(),
    dialect: z.string().nullable(),
    state: UnitState,
    message: z.string().nullable(),
    runCount: z.number(),
    lastRunTime: Time.nullable(),
    parseTime: Time,
    version: z.number().int(),
  }),
  sqlText: z.string().nullable(),
  /** there is a text, but not for this account */
  isSqlHidden: z.boolean(),
});

export const Unit = z.object({
  id: Id,
  origin: UnitOrigin,
  unitName: z.string(),
  sourceId: z.string().nullable(),
  sourceName: z.string().nullable(),
  dialect: z.string().nullable(),
  schemaName: z.string().nullable(),
  state: UnitState,
  message: z.string().nullable(),
  statementCount: z.number().int(),
  edgeCount: z.number().int(),
  openCount: z.number().int(),
  runCount: z.number(),
  lastRunTime: Time.nullable(),
  parseTime: Time,
  createTime: Time,
  version: z.number().int(),
});
export const UnitDetail = Unit.extend({ sqlText: z.string().nullable(), isSqlHidden: z.boolean() });

const Candidate = z.object({ type: z.enum(['table', 'object']), id: z.string(), name: z.string() });
export type Candidate = z.output<typeof Candidate>;
export const UnresolvedRow = z.object({
  id: Id,
  unitId: Id,
  unitName: z.string(),
  origin: UnitOrigin,
  sourceId: z.string().nullable(),
  sourceName: z.string().nullable(),
  reason: UnresolvedReason,
  /** null when the text is SQL and the account may not read it */
  text: z.string().nullable(),
  candidates: z.array(Candidate),
  state: z.enum(['open', 'resolved', 'ignored']),
  resolvedBy: z.string().nullable(),
  resolvedTime: Time.nullable(),
  createTime: Time,
});

const End = z.object({ type: z.enum(['table', 'object']), id: Id, column: optionalText(200, '字段') });
/** What a steward says about an edge. */
export const ManualInput = z.object({ from: End, to: End, kind: EdgeKind.default('value'), reason: requiredText(500, '补充原因') });
const GivenEdge = z.object({ from: End, to: End, kind: EdgeKind.default('value') });
/** How an open question is settled: `target` names the table that was meant, `edges` the relations that the parser could not see. */
export const Settlement = z.object({
  target: z.object({ type: z.enum(['table', 'object']), id: Id }).nullish(),
  edges: z.array(GivenEdge).max(200, '一次最多补充200条').nullish(),
});
export type Settlement = z.output<typeof Settlement>;

export const FoundTable = z.object({
  id: Id,
  name: z.string(),
  comment: z.string().nullable(),
  kind: z.string(),
  sourceId: Id,
  sourceName: z.string(),
});
