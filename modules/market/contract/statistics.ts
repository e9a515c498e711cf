import * as z from 'zod';
import { Id, Time } from '#kit/contract/fields.ts';
import { apiKey, defineContract, perm, route } from '#kit/contract/route.ts';

/** Calls by what became of them. */
const Sums = z.object({
  calls: z.number().int(),
  /** answered */
  succeeded: z.number().int(),
  /** the caller's doing: wrong key, parameter, no subscription */
  refused: z.number().int(),
  /** over a limit */
  limited: z.number().int(),
  /** the platform's or the source's doing */
  failed: z.number().int(),
  /** calls whose line was dropped; they are in no other figure */
  dropped: z.number().int(),
  rowCount: z.number(),
  bytes: z.number(),
  /** milliseconds that 95 % of the calls did not exceed; null without calls */
  p95: z.number().nullable(),
  averageMs: z.number().nullable(),
});
const Point = Sums.extend({ time: Time });
const ApiFigures = Sums.extend({ apiId: Id, apiName: z.string(), apiVersion: z.string() });
const AppFigures = Sums.extend({ appId: Id.nullable(), appName: z.string().nullable() });
const Usage = z.object({ sums: Sums, points: z.array(Point), apis: z.array(ApiFigures), apps: z.array(AppFigures) });
const Alarm = z.object({
  apiId: Id,
  apiName: z.string(),
  apiVersion: z.string(),
  cause: z.enum(['errors', 'p95', 'dropped']),
  value: z.number(),
  since: Time,
});
/** How the log of a node stands. */
const LogNode = z.object({
  node: z.string(),
  mode: z.enum(['spool', 'memory']),
  waiting: z.number(),
  dropped: z.number(),
  updateTime: Time,
});
/** A source that does not answer, and that calls are not sent to for now. */
const Resting = z.object({ sourceId: Id, sourceName: z.string(), since: Time, nodes: z.array(z.string()) });
export const SPANS = ['1', '7', '30'] as const;
const Span = z.object({ days: z.enum(SPANS).default('7').meta({ title: '天数' }) });

/** 调用统计 */
export const statistics = defineContract({
  overview: route.get('/data/market/statistics/overview', {
    summary: '集市概览',
    access: perm('market:api:log:list'),
    query: Span,
    reply: Usage.extend({ before: Sums, alarms: z.array(Alarm), nodes: z.array(LogNode), resting: z.array(Resting) }),
  }),
  ofApi: route.get('/data/market/dataApis/:id/usage', {
    summary: '数据API的调用统计',
    access: perm('market:api:detail'),
    params: z.object({ id: Id }),
    query: Span,
    reply: Usage,
  }),
  ofApp: route.get('/data/market/apps/:id/usage', {
    summary: '应用的调用统计',
    access: perm('market:app:detail'),
    params: z.object({ id: Id }),
    query: Span,
    reply: Usage,
  }),
  own: route.get('/data/market/usage', {
    summary: '本应用的调用统计（凭应用密钥）',
    access: apiKey,
    query: Span,
    reply: Usage,
  }),
});
