import * as z from 'zod';
import { Id } from '#kit/contract/fields.ts';
import { defineContract, route } from '#kit/contract/route.ts';
import { ChartQuery } from '#modules/datasets/contract/query.ts';
import { CHART_TYPE_KEYS } from './chart-types.ts';
import { mayBuild } from './tile.ts';

/** What was understood of one piece of a question; `from` and `to` are places in its text, equal where it was added. */
export const UnderstoodPart = z.object({
  from: z.number().int(),
  to: z.number().int(),
  text: z.string(),
  kind: z.enum(['measure', 'dimension', 'filter', 'time', 'compare', 'top', 'order', 'threshold', 'chart', 'assumed']),
  says: z.string(),
  /** field that it is about, null where it is about none */
  col: z.string().nullable(),
  /** other fields that the same words name */
  others: z.array(z.string()),
});
export type UnderstoodPart = z.output<typeof UnderstoodPart>;

/** A question read against one data set. */
export const AskReading = z.object({
  dataSetId: z.string(),
  dataSetName: z.string(),
  /** names of the fields that parts are about */
  fields: z.array(z.object({ id: z.string(), name: z.string() })),
  /** null = too little was understood; `doubts` say what is missing */
  answer: z.object({ query: ChartQuery, chartType: z.enum(CHART_TYPE_KEYS) }).nullable(),
  parts: z.array(UnderstoodPart),
  unread: z.array(z.string()),
  doubts: z.array(z.string()),
});
export type AskReading = z.output<typeof AskReading>;

export const askCalls = defineContract({
  /** data sets that the question may be about, the likeliest first; nothing is queried but the values of their fields */
  ask: route.post('/data/visual/ask', {
    summary: '问数',
    access: mayBuild,
    body: z.strictObject({
      question: z.string().trim().min(1, '请输入要问的问题').max(200, '问题不能超过200个字'),
      /** only this one is asked about */
      dataSetId: Id.nullish(),
    }),
    reply: z.object({ readings: z.array(AskReading) }),
    timeoutMs: 60_000,
  }),
});
