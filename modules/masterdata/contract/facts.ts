import * as z from 'zod';
import { Id, Time } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';

/** A record that nobody and no source changed for so long counts as stale. */
export const STALE_DAYS = 365;

const whole = z.number().int();
/** How a model is: what its records are worth, where they come from, who builds on them. */
export const ModelFacts = z.object({
  modelId: Id,
  /** its table in the catalogue, where the caller sees it */
  tableId: Id.nullable(),
  /** points of the quality rules on its table */
  qualityScore: z.number().nullable(),
  /** null where the caller does not see records */
  records: z
    .object({
      total: whole,
      active: whole,
      retired: whole,
      /** not changed for STALE_DAYS */
      stale: whole,
      /** with at least one row of a source */
      linked: whole,
      /** known by more than one source */
      shared: whole,
    })
    .nullable(),
  columns: z.array(
    z.object({
      columnName: z.string(),
      label: z.string(),
      isRequired: z.boolean(),
      isMasked: z.boolean(),
      /** records that have a value; null where the caller does not see records, or too few of them to be told about a masked column */
      filled: whole.nullable(),
    }),
  ),
  sources: z.object({ all: whole, failed: whole, loadTime: Time.nullable() }),
  /** groups by what is to be done about them; null where the caller does not see groups */
  duplicates: z.object({ auto: whole, review: whole, later: whole, merged: whole, matchTime: Time.nullable() }).nullable(),
  /** data sets, APIs and others that build on its table; null where the caller does not see the table */
  consumers: z.array(z.object({ kind: z.string(), name: z.string(), path: z.string().nullable() })).nullable(),
  hiddenConsumers: whole,
});
export type ModelFacts = z.output<typeof ModelFacts>;

/** A model among all of them. */
const ModelSummary = z.object({
  modelId: Id,
  modelName: z.string(),
  qualityScore: z.number().nullable(),
  /** groups that wait for a decision; null where the caller does not see groups */
  openGroups: whole.nullable(),
  /** mappings whose last load failed, or whose table is gone; null where the caller does not see mappings */
  failedLoads: whole.nullable(),
  loadTime: Time.nullable(),
});
export type ModelSummary = z.output<typeof ModelSummary>;

/** Quality, sources and use of master data. */
export const facts = defineContract({
  model: route.get('/data/masterdata/models/:id/facts', {
    summary: '主数据质量与血缘概况',
    access: perm('masterdata:model:detail', 'masterdata:data:list'),
    params: z.object({ id: Id }),
    reply: ModelFacts,
    timeoutMs: 60_000,
  }),
  summary: route.get('/data/masterdata/models/summary', {
    summary: '主数据概况',
    access: perm('masterdata:model:list', 'masterdata:data:list'),
    reply: z.array(ModelSummary),
  }),
});
