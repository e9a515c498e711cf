import * as z from 'zod';
import { Day, Id } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';

const Points = z.number().min(0).max(100).nullable();
export const ScoreMode = z.enum(['full', 'configured', 'average', 'plain']);
const Weights = z.object({
  mode: ScoreMode,
  /** by code of the dimension; missing = 1 */
  dimensions: z.partialRecord(
    z.enum(['unique', 'integrity', 'accuracy', 'consistent', 'relevance', 'timeliness', 'conform']),
    z.number().min(0, '权重不能小于0').max(1000, '权重不能大于1000'),
  ),
  /** most points of a table with a failed strong rule */
  cap: z.number().min(0, '封顶分不能小于0').max(100, '封顶分不能大于100'),
});
const Scored = z.object({
  weights: Weights,
  /** one point per day: what stood at its end */
  days: z.array(z.object({ day: Day, score: Points })),
  score: Points,
  /** points of the day before the last one */
  before: Points,
  dimensions: z.array(z.object({ code: z.string(), name: z.string(), score: Points, before: Points, failCount: z.number().int() })),
  tables: z.array(
    z.object({
      tableId: Id,
      tableName: z.string().nullable(),
      tableComment: z.string().nullable(),
      score: Points,
      before: Points,
      ruleCount: z.number().int(),
      failCount: z.number().int(),
    }),
  ),
  /** rules that cost most points of the whole */
  costs: z.array(
    z.object({
      ruleId: Id,
      reportId: Id,
      ruleName: z.string(),
      tableName: z.string().nullable(),
      cost: z.number(),
      checkErrorCount: z.number().nullable(),
    }),
  ),
});
const range = { from: Day, to: Day, sourceId: Id.optional(), tableId: Id.optional() };

/** 质量评分 */
export const score = defineContract({
  get: route.get('/data/quality/score', {
    summary: '质量评分',
    access: perm('quality:score:list', 'quality:report:list', 'quality:rule:list'),
    query: z.object(range),
    reply: Scored,
  }),
  whatIf: route.post('/data/quality/score/whatIf', {
    summary: '试算质量评分',
    access: perm('quality:score:edit'),
    isPassive: true,
    body: z.object({ ...range, weights: Weights }),
    reply: Scored,
  }),
  weights: route.put('/data/quality/score/weights', {
    summary: '修改评分权重',
    access: perm('quality:score:edit'),
    body: Weights,
    reply: z.null(),
    audit: '修改质量评分权重',
  }),
});
export type ScoreWeightsInput = z.output<typeof Weights>;
