import * as z from 'zod';

const CHINESE = /[\u4e00-\u9fff]/;
/** Sentences that need the name of the field before them, or are about types that people do not choose (`chineseError`). */
const OF_TYPES = /^(不能为空$|应为(文本|数字|列表|对象|是或否|其他)|可选值为|内容不正确$)/;
const isReadable = (issue: z.core.$ZodIssue | undefined): issue is z.core.$ZodIssue =>
  issue !== undefined && CHINESE.test(issue.message) && !OF_TYPES.test(issue.message);

/** The schema of one field of a declared body. */
export const fieldSchema = (body: z.ZodType, field: string): z.ZodType | undefined =>
  body instanceof z.ZodObject ? (body.shape[field] as z.ZodType | undefined) : undefined;

/** True when null, undefined and blank text are all rejected. */
export const isRequired = (schema: z.ZodType | undefined): boolean =>
  schema !== undefined && [undefined, null, ''].every((none) => !schema.safeParse(none).success);

/** True for a value that counts as not filled in. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Default value declared by the schema. */
export function defaultOf(schema: z.ZodType | undefined): unknown {
  const parsed = schema?.safeParse(undefined);
  return parsed?.success ? parsed.data : undefined;
}

/** Converts a cleared field to what the schema accepts: null, else blank text, else undefined. */
export function normalise(schema: z.ZodType | undefined, value: unknown): unknown {
  if (value !== undefined && value !== '' && value !== null) return value;
  if (!schema || schema.safeParse(null).success) return null;
  if (schema.safeParse(undefined).success) return undefined;
  return schema.safeParse('').success ? '' : undefined;
}

const textOf = (issue: z.core.$ZodIssue | undefined, label: string, isBlank: boolean): string => {
  if (isReadable(issue)) return issue.message;
  return isBlank ? `${label}不能为空` : `${label}不正确`;
};

/** Validation message for a value, null when it is valid. */
export function problemOf(schema: z.ZodType | undefined, value: unknown, label: string): string | null {
  const parsed = schema?.safeParse(normalise(schema, value));
  if (!parsed || parsed.success) return null;
  if (!isEmpty(value)) return textOf(parsed.error.issues[0], label, false);
  // validate blank text instead of undefined, which has a readable message
  const blank = schema?.safeParse('');
  const issues = blank && !blank.success ? [...parsed.error.issues, ...blank.error.issues] : parsed.error.issues;
  return textOf(issues.find(isReadable), label, true);
}

export interface FieldProblem {
  field: string;
  message: string;
}

/** Cross-field validation of the whole body, by field. */
export function bodyProblems(body: z.ZodType, value: unknown): FieldProblem[] {
  const parsed = body.safeParse(value);
  if (parsed.success) return [];
  return parsed.error.issues.map((issue) => ({ field: String(issue.path[0] ?? ''), message: issue.message }));
}

const Details = z.array(z.object({ path: z.union([z.string(), z.array(z.union([z.string(), z.number()]))]), message: z.string() }));

/** Validation details of a rejected write (`[{ path, message }]`) → problems by field. */
export function serverProblems(detail: unknown): FieldProblem[] {
  const parsed = Details.safeParse(detail);
  if (!parsed.success) return [];
  return parsed.data.map(({ path, message }) => {
    const parts = (Array.isArray(path) ? path.map(String) : path.split(/[./]/)).filter(Boolean);
    return { field: (parts[0] === 'body' ? parts[1] : parts[0]) ?? '', message };
  });
}
