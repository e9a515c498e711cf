import * as z from 'zod';
import { Id } from '#kit/contract/fields.ts';
import { Key } from '#modules/datasets/contract/field.ts';
import { Clicked, ViewEntity } from './tile.ts';
import { FilterValue } from './view-filter.ts';

const Where = { entity: ViewEntity, id: Id, versionNo: z.number().int().optional() };

const State = {
  filters: z.record(Key, FilterValue).default({}),
  links: z.record(Key, z.array(Clicked).max(12)).default({}),
  drills: z.record(Key, z.array(Clicked).max(8)).default({}),
};

/** What a filter of a document asks for its choices with. */
export const OptionsRequest = z.strictObject({
  ...Where,
  filterId: Key,
  search: z.string().max(100).default(''),
  filters: z.record(Key, FilterValue).default({}),
});
export type OptionsRequest = z.output<typeof OptionsRequest>;

/** What rows of a data point are asked for with. */
export const DetailRequest = z.strictObject({ ...Where, ...State, key: Key, values: z.array(Clicked).max(12) });
export type DetailRequest = z.output<typeof DetailRequest>;
