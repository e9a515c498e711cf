import * as z from 'zod';
import { Expression, FieldId, FieldKey, Span, ValueField } from './field.ts';
import { FORM_LIMITS } from './kinds.ts';

interface Laid {
  id: string;
  label: string;
  span?: z.output<typeof Span> | undefined;
}
/** A part of a grid or a page of tabs. */
export interface Area {
  id: string;
  label: string;
  /** columns of 24 that the part of a grid takes */
  span?: number | undefined;
  children: FormField[];
}
export interface GridField extends Laid {
  type: 'grid';
  areas: Area[];
}
export interface TabsField extends Laid {
  type: 'tabs';
  areas: Area[];
}
export interface CardField extends Laid {
  type: 'card';
  /** it can be folded, and is at first */
  isFoldable?: boolean | undefined;
  isFolded?: boolean | undefined;
  children: FormField[];
}
/** 子表: rows of its own table. */
export interface SubformField extends Laid {
  type: 'subform';
  key: string;
  help?: string | undefined;
  required?: boolean | undefined;
  isReadonly?: boolean | undefined;
  minRows?: number | undefined;
  maxRows?: number | undefined;
  children: ValueField[];
}
export interface NoteField extends Laid {
  type: 'divider' | 'text' | 'alert';
  text?: string | undefined;
  tone?: 'info' | 'success' | 'warning' | 'error' | undefined;
}
export type LayoutField = GridField | TabsField | CardField | SubformField | NoteField;
/** 字段: one thing on a form, with a value or without. */
export type FormField = ValueField | LayoutField;

const laid = {
  id: FieldId,
  label: z.string().trim().max(60, '标题不能超过60个字符').default(''),
  span: Span.optional(),
};
const flag = z.boolean().optional();
const children: z.ZodType<FormField[]> = z.lazy(() => z.array(FormField).max(FORM_LIMITS.fields));
const Area = z.object({
  id: FieldId,
  label: laid.label,
  span: z.number().int().min(1).max(24).optional(),
  children,
});
const areas = z.array(Area).min(1, '至少需要一个区域').max(12, '区域最多12个');

/** Kinds that a cell of a sub-table cannot hold: long texts, numbers of the whole record, drawings. */
export const NO_CELLS: readonly string[] = ['editor', 'serial', 'signature', 'location'];
const Cell = ValueField.refine(({ type }) => !NO_CELLS.includes(type), { error: '子表中不能使用这种字段' });

const LayoutField = z.discriminatedUnion('type', [
  z.object({ type: z.literal('grid'), ...laid, areas }),
  z.object({ type: z.literal('tabs'), ...laid, areas }),
  z.object({ type: z.literal('card'), ...laid, isFoldable: flag, isFolded: flag, children }),
  z.object({
    type: z.literal('subform'),
    ...laid,
    key: FieldKey,
    help: z.string().max(200).optional(),
    required: flag,
    isReadonly: flag,
    minRows: z.number().int().min(0).max(FORM_LIMITS.rows).optional(),
    maxRows: z.number().int().min(1).max(FORM_LIMITS.rows).optional(),
    children: z.array(Cell).min(1, '子表至少需要一列').max(FORM_LIMITS.subFields, `子表最多${FORM_LIMITS.subFields}列`),
  }),
  z.object({
    type: z.enum(['divider', 'text', 'alert']),
    ...laid,
    text: z.string().max(2000, '文字不能超过2000个字符').optional(),
    tone: z.enum(['info', 'success', 'warning', 'error']).optional(),
  }),
]);

export const FormField: z.ZodType<FormField> = z.discriminatedUnion('type', [ValueField, LayoutField], { error: '没有这种字段' });

/** What a rule does with its field (联动). */
export const RuleEffect = z.enum(['visible', 'required', 'readonly', 'compute', 'check']);
export type RuleEffect = z.output<typeof RuleEffect>;
/**
 * 联动规则. `visible`, `required`, `readonly` hold while `when` is true; `compute` sets `value`, always or while `when` is true; `check` refuses
 * the record with `message` unless `when` is true.
 */
export const FormRule = z.object({
  target: FieldId,
  effect: RuleEffect,
  when: Expression.optional(),
  value: Expression.optional(),
  message: z.string().trim().max(100, '提示不能超过100个字符').optional(),
});
export type FormRule = z.output<typeof FormRule>;

/** 字段权限 */
export const FieldRight = z.enum(['edit', 'read', 'hidden']);
/** Whoever fills in, among the places that have rights over fields. */
export const FILLER = 'start';
/** 审批 of what is filled in. */
export const FormApproval = z.object({
  /** key of the process; a draft may not have chosen one yet */
  processKey: z.string().trim().max(64).default(''),
  /** what waits, came back or was refused counts in statistics and data sets, too */
  countsUnpassed: flag,
  /** by node of the process, or `start`: what may be done with fields. Without it who fills in edits and approvers read */
  rights: z.record(z.string().max(64), z.record(FieldId, FieldRight)).default({}),
});
export type FormApproval = z.output<typeof FormApproval>;

export const FormSettings = z.object({
  labelPosition: z.enum(['top', 'left']).optional(),
  submitText: z.string().trim().max(10, '按钮文字不能超过10个字符').optional(),
  /** what the person reads after submitting */
  doneText: z.string().trim().max(200, '提交后的提示不能超过200个字符').optional(),
  approval: FormApproval.optional(),
});

/** 表单: its fields as they are laid out, and its rules. */
export const FormSchema = z.object({
  layout: z.array(FormField).max(FORM_LIMITS.fields, `字段最多${FORM_LIMITS.fields}个`).default([]),
  rules: z.array(FormRule).max(FORM_LIMITS.rules, `联动规则最多${FORM_LIMITS.rules}条`).default([]),
  settings: FormSettings.default({}),
});
export type FormSchema = z.output<typeof FormSchema>;
