import * as z from 'zod';
import { Id, Time } from '#kit/contract/fields.ts';
import { ReportState } from './state.ts';

/** One result of a rule in the order of its runs. */
export const TrendPoint = z.object({
  reportId: Id,
  checkDate: Time,
  state: ReportState,
  /** bad rows, or the number that the rule measures; null = it has none, or is withheld */
  value: z.number().nullable(),
  /** what the past of the rule expected then; null = nothing, or open on this side */
  low: z.number().nullable(),
  high: z.number().nullable(),
});
