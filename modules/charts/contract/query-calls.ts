import * as z from 'zod';
import { Id } from '#kit/contract/fields.ts';
import { bytes, defineContract, route } from '#kit/contract/route.ts';
import { FieldId } from '#modules/datasets/contract/field.ts';
import { ChartData, FilterNode, Scalar } from '#modules/datasets/contract/query.ts';
import { DraftRequest, mayBuild } from './tile.ts';

const Loose = z.union([z.string().max(128), z.record(z.string().max(40), z.unknown())]);
/** A query as the family sends it (`col`, `alias`, `aggregateType` on loose shelves), or in full. */
export const ParserRequest = z.looseObject({
  dataSetId: z.union([z.string(), z.number()]).transform(String).pipe(Id),
  chartType: z.string().max(40).nullish(),
  rows: z.array(Loose).max(12).nullish(),
  columns: z.array(Loose).max(12).nullish(),
  measures: z.array(Loose).max(24).nullish(),
  filters: z.array(z.unknown()).max(50).nullish(),
});
/** `data` has one object for each row, by the names of the columns; `rows` and `columns` are the full answer. */
export const ParserReply = ChartData.extend({
  data: z.array(z.record(z.string(), Scalar)),
  sql: z.string(),
});

export const queryCalls = defineContract({
  parser: route.post('/data/visual/charts/data/parser', {
    summary: '图表查询',
    access: mayBuild,
    body: ParserRequest,
    reply: ParserReply,
    timeoutMs: 60_000,
  }),
  /** answers NDJSON, one TileLine for each tile as it is ready */
  query: route.post('/data/visual/query', {
    summary: '批量查询（设计中的图表）',
    access: mayBuild,
    body: DraftRequest,
    replies: 'stream',
    reply: bytes,
    timeoutMs: 300_000,
  }),
  choices: route.post('/data/visual/choices', {
    summary: '字段取值',
    access: mayBuild,
    body: z.strictObject({
      dataSetId: Id,
      col: FieldId,
      labelCol: FieldId.nullish(),
      search: z.string().max(100).default(''),
      filters: z.array(FilterNode).max(50).default([]),
      limit: z.number().int().min(1).max(1000).default(200),
    }),
    reply: z.array(z.object({ value: Scalar, label: z.string() })),
    timeoutMs: 60_000,
  }),
  /** data sets over the platform's own tables that a data set may be made of */
  platformSets: route.get('/data/visual/platformSets', {
    summary: '平台数据列表',
    access: mayBuild,
    reply: z.array(z.object({ code: z.string(), name: z.string(), remark: z.string(), fields: z.array(z.unknown()) })),
  }),
});
