import * as z from 'zod';
import { CommaList, Id, PageQuery, Time, pageReply } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';

export const HitType = z.enum(['source', 'table', 'column']);
export type HitType = z.output<typeof HitType>;
export const HIT_TYPE_LABELS: Record<HitType, string> = { source: '数据源', table: '数据表', column: '字段' };

const Marks = z.array(z.tuple([z.number().int(), z.number().int()]));
const Marked = z.object({ name: Marks, cnName: Marks, comment: Marks, description: Marks });

/** An object that was found. A column names its table; all ids are there for links. */
export const Hit = z.object({
  type: HitType,
  id: Id,
  tableId: Id.nullable(),
  sourceId: Id,
  sourceName: z.string(),
  schemaName: z.string().nullable(),
  tableName: z.string().nullable(),
  name: z.string(),
  cnName: z.string().nullable(),
  comment: z.string().nullable(),
  description: z.string().nullable(),
  dataType: z.string().nullable(),
  tableKind: z.string().nullable(),
  tier: z.string().nullable(),
  level: z.string().nullable(),
  domainName: z.string().nullable(),
  ownerName: z.string().nullable(),
  tags: z.array(z.object({ id: Id, tagName: z.string(), tagColor: z.string() })),
  rowEstimate: z.string().nullable(),
  heat: z.number().int(),
  /** quality of the table out of 100, null for other hits and while nobody measures it */
  qualityScore: z.number().nullable(),
  changeTime: Time.nullable(),
  /** what the reader could ask for: to query it, or of a sensitive column its clear values; null = nothing */
  lacks: z.enum(['query', 'unmask']).nullable(),
  /** which parts of the texts were found, `[from, to]` */
  marks: Marked,
});
export type Hit = z.output<typeof Hit>;

export const FACETS = [
  'type',
  'sourceId',
  'schemaName',
  'domainId',
  'tier',
  'level',
  'tagId',
  'ownerId',
  'kind',
  'hasDescription',
] as const;
export type FacetField = (typeof FACETS)[number];
export const FACET_LABELS: Record<FacetField, string> = {
  type: '类型',
  sourceId: '数据源',
  schemaName: '模式',
  domainId: '主题域',
  tier: '数据分层',
  level: '敏感级别',
  tagId: '标签',
  ownerId: '负责人',
  kind: '表类型',
  hasDescription: '说明',
};
export const Facet = z.object({
  field: z.enum(FACETS),
  values: z.array(z.object({ value: z.string(), label: z.string(), count: z.number().int() })),
});
export type Facet = z.output<typeof Facet>;

const list = CommaList.optional();
const keyword = z.string().max(20_000).default('');

export const SearchQuery = PageQuery.omit({ sort: true }).extend({
  /** words by name, Chinese, pinyin or initials; what is longer than 100 characters is cut */
  keyword,
  types: CommaList.pipe(z.array(HitType)).optional(),
  sourceId: list,
  schemaName: list,
  domainId: list,
  tier: list,
  level: list,
  tagId: list,
  ownerId: list,
  kind: list,
  hasDescription: z.enum(['0', '1']).optional(),
});

export const search = defineContract({
  find: route.get('/data/metadata/search', {
    summary: '数据检索',
    access: perm('metadata:datasearch:list'),
    query: SearchQuery,
    reply: pageReply(Hit).extend({
      /** empty from the second page on: they are the same */
      facets: z.array(Facet),
      /** other words that were searched besides, because what was typed finds next to nothing */
      corrected: z.array(z.string()),
      /** milliseconds in the server */
      ms: z.number().int(),
    }),
  }),
  suggest: route.get('/data/metadata/search/suggest', {
    summary: '检索联想',
    access: perm('metadata:datasearch:list'),
    query: z.object({ keyword }),
    reply: z.array(
      Hit.pick({
        type: true,
        id: true,
        tableId: true,
        name: true,
        cnName: true,
        comment: true,
        sourceName: true,
        schemaName: true,
        tableName: true,
        marks: true,
      }),
    ),
  }),
  start: route.get('/data/metadata/search/start', {
    summary: '检索首页',
    access: perm('metadata:datasearch:list'),
    reply: z.object({ hot: z.array(Hit), changed: z.array(Hit), mine: z.array(Hit) }),
  }),
});
