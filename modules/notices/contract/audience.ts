import * as z from 'zod';
import { Id, YesNo } from '#kit/contract/fields.ts';

/** Whom a record addresses: 1 全员, 2 部门, 3 角色, 4 用户 (dictionary sys_audience). */
export const AudienceKind = z.enum(['1', '2', '3', '4']);
export type AudienceKind = z.output<typeof AudienceKind>;

/** The audience as callers give it. */
export const audienceInput = {
  publishScope: AudienceKind.default('1'),
  /** departments, roles or accounts; empty for 全员 */
  targets: z
    .array(Id)
    .max(200, '发布对象不能超过200个')
    .nullish()
    .transform((ids) => [...new Set(ids ?? [])]),
  /** 部门及以下 */
  withBelow: YesNo.default('1'),
};

/** The audience as replies show it. */
export const audienceFields = {
  publishScope: AudienceKind,
  targets: z.array(Id),
  targetNames: z.array(z.string()),
  withBelow: YesNo,
};
