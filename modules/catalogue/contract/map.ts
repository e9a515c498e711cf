import * as z from 'zod';
import { Id, Time } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';

/** Tables shown of one schema; the rest is one figure. */
export const MAP_TABLES = 300;
/** Relations and tables drawn in one network at most. */
export const NETWORK_TABLES = 200;

/**
 * Where one stands in the map. `root`; `d:<domain>` or `d:none`; `s:<domain|none|*>:<source>`; `h:<domain|none|*>:<source>:<schema>`,
 * where `*` is the way that begins with sources.
 */
export const MapKey = z
  .string()
  .max(250)
  .regex(/^(root|d:[0-9a-z_]{1,32}|s:(\*|[0-9a-z_]{1,32}):[0-9a-z_]{1,32}|h:(\*|[0-9a-z_]{1,32}):[0-9a-z_]{1,32}:.+)$/su, '位置不正确');
export const MapMeasure = z.enum(['bytes', 'rows', 'tables', 'heat']);
export type MapMeasure = z.output<typeof MapMeasure>;

/** One field of the map with the sums of what lies below it. */
export const MapNode = z.object({
  key: z.string(),
  type: z.enum(['domain', 'source', 'schema', 'table']),
  /** id of the table, source or domain; null for schemas and what belongs nowhere */
  id: z.string().nullable(),
  name: z.string(),
  cnName: z.string().nullable(),
  tables: z.number().int(),
  columns: z.number().int(),
  rows: z.number(),
  bytes: z.number(),
  heat: z.number().int(),
  /** mean quality score of the scored tables, null while none is scored */
  quality: z.number().nullable(),
  /** tables by their level; the rest is unclassified */
  sensitive: z.number().int(),
  owned: z.number().int(),
  described: z.number().int(),
  /** when something below last changed in the source */
  changeTime: Time.nullable(),
  /** code of the layer that all tables below belong to; null when they are of several or none */
  layer: z.string().nullable(),
});
export type MapNode = z.output<typeof MapNode>;
export const MapField = MapNode.extend({ children: z.array(MapNode) });
export type MapField = z.output<typeof MapField>;

/** Tables named on the card of a domain. */
export const DOMAIN_TABLES = 12;
export const DomainTable = z.object({
  id: z.string(),
  name: z.string(),
  cnName: z.string().nullable(),
  layer: z.string().nullable(),
  heat: z.number().int(),
  quality: z.number().nullable(),
  /** changes that nobody confirmed, proposals of sensitive columns that nobody judged */
  changes: z.number().int(),
  proposals: z.number().int(),
});
/** A domain at the top with everything below it; `id` null = the tables that belong to none. */
export const DomainCard = z.object({
  key: z.string(),
  id: z.string().nullable(),
  name: z.string(),
  remark: z.string().nullable(),
  ownerName: z.string().nullable(),
  tables: z.number().int(),
  /** reads of the last 30 days */
  heat: z.number().int(),
  quality: z.number().nullable(),
  owned: z.number().int(),
  sensitive: z.number().int(),
  changes: z.number().int(),
  proposals: z.number().int(),
  /** in the order of the warehouse */
  layers: z.array(z.object({ layer: z.string().nullable(), tables: z.number().int() })),
  /** the most used */
  tops: z.array(DomainTable),
});
export type DomainCard = z.output<typeof DomainCard>;

export const NetworkNode = z.object({
  id: z.string(),
  name: z.string(),
  cnName: z.string().nullable(),
  group: z.string(),
  /** the domain at the top that the table lies under; null = none */
  domainName: z.string().nullable(),
  ownerName: z.string().nullable(),
  quality: z.number().nullable(),
  changes: z.number().int(),
  layer: z.string().nullable(),
  heat: z.number().int(),
  columns: z.number().int(),
});
export const NetworkLink = z.object({ from: z.string(), to: z.string(), kind: z.enum(['lineage', 'foreignKey']), count: z.number().int() });

const read = perm('metadata:datamap:list');
const place = z.object({ at: MapKey.default('root'), view: z.enum(['domain', 'source']).default('domain') });

/** 数据地图 */
export const map = defineContract({
  summary: route.get('/data/metadata/map/summary', {
    summary: '数据地图概况',
    access: read,
    reply: z.object({
      sources: z.number().int(),
      tables: z.number().int(),
      columns: z.number().int(),
      rows: z.number(),
      bytes: z.number(),
      owned: z.number().int(),
      inDomain: z.number().int(),
      sensitive: z.number().int(),
      changed7: z.number().int(),
    }),
  }),
  nodes: route.get('/data/metadata/map/nodes', {
    summary: '数据地图的一层',
    access: read,
    query: place.extend({ measure: MapMeasure.default('bytes') }),
    reply: z.object({
      path: z.array(z.object({ key: z.string(), label: z.string() })),
      nodes: z.array(MapField),
      /** tables that are not listed because there are too many */
      rest: z.number().int(),
    }),
  }),
  domains: route.get('/data/metadata/map/domains', { summary: '数据地图的主题域', access: read, reply: z.array(DomainCard) }),
  network: route.get('/data/metadata/map/network', {
    summary: '数据地图的关系',
    access: read,
    query: place.extend({ most: z.coerce.number().int().min(10).max(NETWORK_TABLES).default(40) }),
    reply: z.object({ nodes: z.array(NetworkNode), links: z.array(NetworkLink), rest: z.number().int() }),
  }),
  flows: route.get('/data/metadata/map/flows', {
    summary: '主题域与模式之间的流向',
    access: read,
    query: z.object({ by: z.enum(['domain', 'source', 'schema']).default('schema'), sourceId: Id.optional() }),
    reply: z.object({
      nodes: z.array(z.object({ key: z.string(), name: z.string(), layer: z.string().nullable() })),
      links: z.array(z.object({ from: z.string(), to: z.string(), tables: z.number().int() })),
    }),
  }),
});
