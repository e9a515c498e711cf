import * as z from 'zod';
import { FolderChoice } from '#modules/library/contract/item.ts';
import { Id } from '#kit/contract/fields.ts';
import { FieldId, Field } from '#modules/datasets/contract/field.ts';

/** What a field has to be to stand where a template uses it; `any` can be counted. */
export const FieldNeed = z.enum(['number', 'time', 'place', 'text', 'any']);
export type FieldNeed = z.output<typeof FieldNeed>;

/** One field that a template uses. */
export const TemplateField = z.object({
  ...Field.pick({ role: true, type: true, format: true, geo: true }).shape,
  col: FieldId,
  name: z.string(),
  /** 维度, 指标 …: where it is used */
  uses: z.array(z.string()),
  /** every one of these has to hold of the field that takes its place */
  needs: z.array(FieldNeed),
  /** keys of the components that show nothing without it */
  parts: z.array(z.string()),
});
export type TemplateField = z.output<typeof TemplateField>;

/** One data set of a template. */
export const TemplateSet = z.object({
  id: Id,
  /** null where the caller does not see the data set */
  name: z.string().nullable(),
  /** components over it */
  parts: z.array(z.object({ key: z.string(), name: z.string() })),
  fields: z.array(TemplateField),
});
export type TemplateSet = z.output<typeof TemplateSet>;

/** A published document that a new one may be made after. */
export const Template = z.object({
  id: Id,
  name: z.string(),
  /** the published document as one of its own; conditions over data sets that the caller does not see are not in it */
  config: z.record(z.string(), z.json()),
  sets: z.array(TemplateSet),
});
export type Template = z.output<typeof Template>;

/** The data set that takes the place of one of the template, and which field of it that of which; null = nothing does. */
export const TemplateBinding = z.object({
  from: Id,
  to: Id.nullable(),
  fields: z
    .array(z.object({ col: FieldId, to: FieldId.nullable() }))
    .max(500)
    .default([]),
});
export type TemplateBinding = z.output<typeof TemplateBinding>;

/** What a new document after a template takes besides its name. */
export const templateFields = {
  folderId: FolderChoice,
  bindings: z.array(TemplateBinding).max(100, '模板的数据集最多100个').default([]).meta({ title: '数据集对应' }),
};
/** What lists of templates show. */
export const TemplateRow = z.object({
  id: Id,
  name: z.string(),
  code: z.string().nullable(),
  thumbnail: z.string().nullable(),
  isSystem: z.boolean(),
  folderName: z.string().nullable(),
});
export type TemplateRow = z.output<typeof TemplateRow>;
