import * as z from 'zod';
import { Day, Id, PageQuery, pageReply, Time } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';

const Points = z.number().min(0).max(100).nullable();
const reads = perm('quality:score:list', 'quality:report:list');

export const ScoreGroupKind = z.enum(['source', 'domain', 'tier', 'dept', 'owner']);
const Group = z.object({
  /** '' = tables without one */
  id: z.string(),
  name: z.string().nullable(),
  tableCount: z.number().int(),
  ruleCount: z.number().int(),
  failCount: z.number().int(),
  score: Points,
  before: Points,
  days: z.array(z.object({ day: Day, score: Points })),
});
const SnapshotTable = z.object({
  tableId: Id,
  sourceName: z.string().nullable(),
  schemaName: z.string().nullable(),
  tableName: z.string().nullable(),
  tableComment: z.string().nullable(),
  tier: z.string().nullable(),
  domainName: z.string().nullable(),
  deptName: z.string().nullable(),
  ownerName: z.string().nullable(),
  score: Points,
  dimensions: z.record(z.string(), z.number()),
  ruleCount: z.number().int(),
  failCount: z.number().int(),
});
const Snapshot = z.object({
  id: Id,
  month: z.string(),
  createTime: Time,
  /** of the tables that the reader sees */
  score: Points,
  tableCount: z.number().int(),
  ruleCount: z.number().int(),
  failCount: z.number().int(),
});

const Badge = z.object({
  id: Id,
  /** the lowest points of the tables behind it that the reader sees */
  score: z.number(),
  tables: z.array(z.object({ id: Id, name: z.string(), score: z.number() })),
});
const keys = z
  .array(Id)
  .max(200, '一次最多查询200个')
  .nullish()
  .transform((ids) => ids ?? []);

/** Points by what tables belong to, and those of closed months. */
export const snapshot = defineContract({
  badges: route.post('/data/quality/badges', {
    summary: '数据集与图表的质量评分',
    isPassive: true,
    access: perm('quality:rule:list', 'quality:score:list', 'metadata:datacolumn:list'),
    body: z.object({ dataSetIds: keys.meta({ title: '数据集' }), chartIds: keys.meta({ title: '图表' }) }),
    reply: z.object({ dataSets: z.array(Badge), charts: z.array(Badge) }),
  }),
  groups: route.get('/data/quality/score/groups', {
    summary: '分组质量评分',
    access: reads,
    query: z.object({ by: ScoreGroupKind.meta({ title: '分组方式' }), from: Day, to: Day }),
    reply: z.array(Group),
  }),
  page: route.get('/data/quality/snapshots/page', {
    summary: '月度快照分页',
    access: reads,
    query: PageQuery.omit({ sort: true }),
    reply: pageReply(Snapshot),
  }),
  get: route.get('/data/quality/snapshots/:id', {
    summary: '月度快照详情',
    access: reads,
    params: z.object({ id: Id }),
    reply: Snapshot.extend({
      weights: z.object({ mode: z.string(), dimensions: z.record(z.string(), z.number()), cap: z.number() }),
      tables: z.array(SnapshotTable),
    }),
  }),
});
