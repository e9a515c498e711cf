import * as z from 'zod';
import { Id, YesNo } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';

const Reason = z.object({ label: z.string(), share: z.number() });
const Candidate = z.object({
  id: Id,
  gbCode: z.string(),
  gbName: z.string(),
  score: z.number(),
  reasons: z.array(Reason),
});
/** A value at the left: what it is mapped to, or what it may stand for. */
export const LocalValue = z.object({
  id: Id,
  colCode: z.string().nullable(),
  colName: z.string().nullable(),
  isMasked: z.boolean(),
  /** of a value that the caller may not see nothing is told but whether it is mapped */
  rowCount: z.number().nullable(),
  isNew: z.boolean(),
  status: YesNo,
  contrastGbId: Id.nullable(),
  mappedBy: z.enum(['auto', 'manual']).nullable(),
  reason: z.string().nullable(),
  score: z.number().nullable(),
  /** has a proposal that waits for a person */
  proposed: z.boolean(),
  isIgnored: z.boolean(),
  candidates: z.array(Candidate),
});
export type LocalValue = z.output<typeof LocalValue>;
export const StandardItem = z.object({
  id: Id,
  gbCode: z.string(),
  gbName: z.string(),
  /** rows of the values that are mapped to it */
  rowCount: z.number().nullable(),
  /** only what is in force may be mapped; a draft is in no version of its set yet */
  state: z.enum(['inForce', 'notInForce', 'draft']),
});

const byContrast = z.object({ contrastId: Id });
const byValue = z.object({ contrastDictId: Id });
const Done = z.object({ mapped: z.number().int(), proposed: z.number().int(), left: z.number().int() });
const base = '/data/standard/mappings';

/** 字典对照: which standard item each value stands for. */
export const mapping = defineContract({
  get: route.get(`${base}/:contrastId`, {
    summary: '字典对照',
    access: perm('standard:mapping:list'),
    params: byContrast,
    reply: z.object({
      title: z.string(),
      description: z.string(),
      whyHidden: z.string().nullable(),
      left: z.array(LocalValue),
      right: z.array(StandardItem),
    }),
  }),
  auto: route.post(`${base}/auto/:contrastId`, {
    summary: '自动对照',
    access: perm('standard:mapping:auto'),
    params: byContrast,
    reply: Done,
    audit: '自动对照',
  }),
  manual: route.post(`${base}/manual`, {
    summary: '手动对照',
    access: perm('standard:mapping:manual'),
    body: z.object({
      endpoints: z
        .array(z.object({ sourceId: Id, targetId: Id }).meta({ title: '连线' }))
        .min(1, '请选择要对照的取值')
        .max(500, '一次最多对照500个取值')
        .meta({ title: '连线' }),
    }),
    // the values as they are now, so that a page need not read ten thousand of them again
    reply: z.object({ mapped: z.number().int(), values: z.array(LocalValue) }),
    audit: '手动对照',
  }),
  cancel: route.post(`${base}/cancel/:contrastDictId`, {
    summary: '取消对照',
    access: perm('standard:mapping:cancel'),
    params: byValue,
    reply: LocalValue,
    audit: '取消对照',
  }),
  cancelBatch: route.post(`${base}/cancel`, {
    summary: '批量取消对照',
    access: perm('standard:mapping:cancel'),
    body: z.object({ ids: z.array(Id).min(1, '请选择取值').max(500, '一次最多取消500个取值').meta({ title: '取值' }) }),
    reply: z.array(LocalValue),
    audit: '取消对照',
  }),
  reject: route.post(`${base}/reject/:contrastDictId`, {
    summary: '排除对照建议',
    access: perm('standard:mapping:manual'),
    params: byValue,
    // without an item the value stands for none at all
    body: z.object({ targetId: Id.nullish().meta({ title: '排除的标准项' }) }),
    reply: LocalValue,
    audit: '排除对照建议',
  }),
  restore: route.post(`${base}/restore/:contrastDictId`, {
    summary: '恢复对照建议',
    access: perm('standard:mapping:manual'),
    params: byValue,
    body: z.object({ targetId: Id.meta({ title: '恢复的标准项' }) }),
    reply: LocalValue,
    audit: '恢复对照建议',
  }),
});
