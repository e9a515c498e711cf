import * as z from 'zod';
import { Id, PageQuery, Time, pageReply } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';
import { DataValues } from './data.ts';

/** 严格, 均衡, 宽松. */
export const Preset = z.enum(['strict', 'balanced', 'loose']);
export type Preset = z.output<typeof Preset>;
/** What becomes of a group: merged by rule, reviewed by a person. Below both there is no group. */
export const Zone = z.enum(['auto', 'review']);
/** Which value a merged record keeps: 来源优先, 最新, 最长, 最多, 指定. */
export const SURVIVAL = ['source', 'newest', 'longest', 'frequent', 'manual'] as const;
export const Survival = z.enum(SURVIVAL);
export type Survival = z.output<typeof Survival>;

/** Why records are held to be the same: one line per attribute. */
export const MatchReason = z.object({
  columnName: z.string(),
  label: z.string(),
  /** 0 … 1 */
  score: z.number(),
  text: z.string(),
});
export const CandidateRecord = z.object({
  id: Id,
  version: z.number().int(),
  values: DataValues,
  sourceNames: z.array(z.string()),
  updateTime: Time.nullable(),
});
/** A group of records that seem to be one. */
export const Candidate = z.object({
  id: Id,
  modelId: Id,
  records: z.array(CandidateRecord),
  score: z.number(),
  zone: Zone,
  reasons: z.array(MatchReason),
  /** open, merged, never, later */
  state: z.string(),
  createTime: Time,
});
export type Candidate = z.output<typeof Candidate>;
export const MergeRow = z.object({
  id: Id,
  modelId: Id,
  /** the record that stays */
  recordId: Id,
  title: z.string(),
  mergedCount: z.number().int(),
  byName: z.string().nullable(),
  mergeTime: Time,
  undoTime: Time.nullable(),
  undoName: z.string().nullable(),
});
export type MergeRow = z.output<typeof MergeRow>;

const ofModel = z.object({ modelId: Id });
const params = z.object({ id: Id });

/** 查重: groups of records that seem to be one, and what people decide about them. */
export const match = defineContract({
  run: route.post('/data/masterdata/models/:modelId/match', {
    summary: '查重',
    access: perm('masterdata:match:run'),
    params: ofModel,
    body: z.object({ preset: Preset.nullish(), full: z.boolean().nullish() }),
    reply: z.object({ jobId: Id }),
    audit: '主数据查重',
  }),
  page: route.get('/data/masterdata/models/:modelId/candidates/page', {
    summary: '重复候选分页',
    access: perm('masterdata:match:list'),
    params: ofModel,
    query: PageQuery.extend({ zone: Zone.optional(), state: z.string().max(20).optional() }),
    reply: pageReply(Candidate),
  }),
  decide: route.post('/data/masterdata/candidates/:id/decide', {
    summary: '处理重复候选',
    access: perm('masterdata:match:decide'),
    params,
    body: z.object({ decision: z.enum(['never', 'later', 'open']) }),
    reply: z.null(),
    audit: '处理重复候选',
  }),
});

/** 合并: records become one, and can become what they were again. */
export const merge = defineContract({
  create: route.post('/data/masterdata/models/:modelId/merges', {
    summary: '合并主数据',
    access: perm('masterdata:data:merge'),
    params: ofModel,
    body: z.object({
      candidateId: Id,
      /** records of the group that are merged; all unless given */
      recordIds: z.array(Id).min(2).max(100).nullish(),
      /** column → which value is kept */
      rules: z.record(z.string().max(40), Survival).nullish(),
      /** column → value, for `manual` */
      values: DataValues.nullish(),
    }),
    reply: z.object({ id: Id, recordId: Id }),
    audit: '合并主数据',
  }),
  undo: route.post('/data/masterdata/merges/:id/undo', {
    summary: '撤销合并',
    access: perm('masterdata:data:unmerge'),
    params,
    reply: z.null(),
    audit: '撤销合并主数据',
  }),
  page: route.get('/data/masterdata/models/:modelId/merges/page', {
    summary: '合并记录分页',
    access: perm('masterdata:match:list', 'masterdata:data:merge'),
    params: ofModel,
    query: PageQuery,
    reply: pageReply(MergeRow),
  }),
});
