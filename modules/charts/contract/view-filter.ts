import * as z from 'zod';
import { Id } from '#kit/contract/fields.ts';
import { FieldId, Key } from '#modules/datasets/contract/field.ts';
import { RelativeDate, Scalar } from '#modules/datasets/contract/query.ts';

/** What somebody chose in a filter. */
export const FilterValue = z.union([
  Scalar,
  z.array(Scalar).max(1000),
  z.strictObject({ from: Scalar, to: Scalar }),
  z.strictObject({ relative: RelativeDate }),
]);
export type FilterValue = z.output<typeof FilterValue>;

/** A filter of a whole board or screen. */
export const ViewFilter = z.strictObject({
  id: Key,
  label: z.string().trim().min(1, '筛选名称不能为空').max(32),
  kind: z.enum(['select', 'multi', 'date', 'dateRange', 'year', 'month', 'text', 'number', 'numberRange']),
  /** where its choices come from; null = typed in */
  source: z
    .union([
      z.strictObject({ dataSetId: Id, col: FieldId, labelCol: FieldId.nullish() }),
      z.strictObject({ options: z.array(z.strictObject({ value: Scalar, label: z.string().max(64) })).max(200) }),
    ])
    .nullish(),
  value: FilterValue.nullish(),
  /** filters whose choice narrows the choices of this one */
  dependsOn: z.array(Key).max(8).default([]),
  /** what it acts on: a field of a data set, or one of its parameters; null items = every item over this data set */
  targets: z
    .array(
      z.union([
        z.strictObject({ dataSetId: Id, col: FieldId, items: z.array(Key).max(200).nullish() }),
        z.strictObject({ dataSetId: Id, param: z.string().max(40), items: z.array(Key).max(200).nullish() }),
      ]),
    )
    .max(100)
    .default([]),
  required: z.boolean().default(false),
  hidden: z.boolean().default(false),
  /** what stands there while nothing is chosen: 本年度, 全集团 */
  emptyLabel: z.string().max(16).nullish(),
});
export type ViewFilter = z.output<typeof ViewFilter>;

/** Where a click leads: another board or screen, a page of the program, or an address outside (https only). */
export const Link = z.discriminatedUnion('to', [
  z.strictObject({ to: z.literal('board'), id: Id }),
  z.strictObject({ to: z.literal('screen'), id: Id }),
  z.strictObject({ to: z.literal('page'), path: z.string().regex(/^\/(?!\/)[^\\\s]{0,300}$/, '页面地址应以 / 开头') }),
  z.strictObject({ to: z.literal('url'), url: z.url({ protocol: /^https$/, error: '外部链接应以 https:// 开头' }).max(500) }),
]);
/** What a click on a mark does. */
export const Action = z.discriminatedUnion('do', [
  /** the clicked values filter other items: `col` of this item → `target` of their data set; null items = all others */
  z.strictObject({
    do: z.literal('filter'),
    map: z.array(z.strictObject({ col: FieldId, dataSetId: Id, target: FieldId })).max(8),
    items: z.array(Key).max(200).nullish(),
  }),
  z.strictObject({ do: z.literal('drill') }),
  /** opens a link with the clicked values as filters of the target: `col` → filter id */
  z.strictObject({
    do: z.literal('jump'),
    link: Link,
    map: z.array(z.strictObject({ col: FieldId, filter: Key })).max(8),
    newWindow: z.boolean().default(false),
  }),
  /** rows behind the mark */
  z.strictObject({ do: z.literal('detail') }),
]);
export type Action = z.output<typeof Action>;
