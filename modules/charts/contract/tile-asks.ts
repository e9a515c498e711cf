import * as z from 'zod';
import { Id } from '#kit/contract/fields.ts';
import { FieldId, Key } from '#modules/datasets/contract/field.ts';
import { Clicked, DrillStep, ViewEntity } from './tile.ts';
import { FilterValue } from './view-filter.ts';

const Where = { entity: ViewEntity, id: Id, versionNo: z.number().int().optional() };

const State = {
  filters: z.record(Key, FilterValue).default({}),
  links: z.record(Key, z.array(Clicked).max(12)).default({}),
  drills: z.record(Key, z.array(DrillStep).max(8)).default({}),
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
/** What a click offers beyond what the maker of the tile set. */
export const OffersRequest = z.strictObject({ ...Where, key: Key });
export type OffersRequest = z.output<typeof OffersRequest>;
export const Offers = z.object({
  /** its rows may be looked at */
  hasDetail: z.boolean(),
  /** fields to go down along */
  fields: z.array(z.object({ col: FieldId, name: z.string() })),
});
export type Offers = z.output<typeof Offers>;
export type DetailRequest = z.output<typeof DetailRequest>;
