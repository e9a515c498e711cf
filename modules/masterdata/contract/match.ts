import * as z from 'zod';
import { Id, PageQuery, Time, Version, pageReply } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';
import { HTML_TYPES } from './column.ts';
import { DataValues } from './data.ts';
import { DictChoice } from './model.ts';

/** 严格, 均衡, 宽松. */
export const Preset = z.enum(['strict', 'balanced', 'loose']);
export type Preset = z.output<typeof Preset>;
/** What a group is held for: surely one, or to be reviewed by a person. Below both there is no group. Neither merges by itself. */
export const Zone = z.enum(['auto', 'review']);
/** Which value a merged record keeps: 来源顺序, 最新, 最长, 出现最多, 不变 (its own), 人工选定. */
export const SURVIVAL = ['source', 'newest', 'longest', 'frequent', 'stays', 'manual'] as const;
export const Survival = z.enum(SURVIVAL);
export type Survival = z.output<typeof Survival>;
/** How an attribute is standardised and compared. */
export const KINDS = ['company', 'creditCode', 'idCard', 'code', 'phone', 'person', 'address', 'text', 'exact', 'number', 'date'] as const;
export const Kind = z.enum(KINDS);

const columnName = z.string().max(40);
const MatchAttribute = z.object({
  columnName,
  kind: Kind,
  weight: z.number({ error: '权重应为数字' }).min(0.1, '权重不能小于0.1').max(20, '权重不能大于20'),
});
const score = (label: string) =>
  z
    .number({ error: `${label}应为数字` })
    .min(0.3, `${label}不能小于0.3`)
    .max(1, `${label}不能大于1`);
const rules = z.record(columnName, Survival);

/** What a run found. */
export const MatchSummary = z.object({
  records: z.number().int(),
  compared: z.number().int(),
  pairs: z.number().int(),
  groups: z.number().int(),
  /** values that too many records share to say anything */
  leftOut: z.number().int(),
});
export type MatchSummary = z.output<typeof MatchSummary>;
export const MatchRule = z.object({
  modelId: Id,
  preset: Preset,
  auto: z.number(),
  review: z.number(),
  attributes: z.array(MatchAttribute.extend({ label: z.string() })),
  survivors: rules,
  /** false: proposed by the names of columns, nobody has saved it */
  isSaved: z.boolean(),
  /** the rule changed after the last run */
  isStale: z.boolean(),
  version: z.number().int(),
  matchTime: Time.nullable(),
  summary: MatchSummary.nullable(),
});
export type MatchRule = z.output<typeof MatchRule>;
export const MatchRuleInput = z
  .object({
    preset: Preset,
    /** those of the preset unless given */
    auto: score('自动线').nullish(),
    review: score('人工线').nullish(),
    attributes: z.array(MatchAttribute).min(1, '请至少选择一个比较属性').max(30),
    survivors: rules.nullish(),
    version: Version,
  })
  .refine(({ auto, review }) => !auto || !review || review < auto, { path: ['review'], message: '人工线应低于自动线' });
export type MatchRuleInput = z.output<typeof MatchRuleInput>;
export const MatchRun = z.object({
  state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
  percent: z.number().int(),
  text: z.string(),
  startTime: Time.nullable(),
  endTime: Time.nullable(),
});

/** Why records are held to be the same: one line per attribute. */
export const MatchReason = z.object({
  columnName: z.string(),
  label: z.string(),
  /** 0 … 1; null where it was not counted, and where the caller may not see the values */
  score: z.number().nullable(),
  text: z.string(),
});
export type MatchReason = z.output<typeof MatchReason>;
export const CandidateRecord = z.object({
  id: Id,
  version: z.number().int(),
  values: DataValues,
  /** what is read in place of ids of other records, by column */
  labels: z.record(z.string(), z.string()),
  sources: z.array(z.object({ name: z.string(), key: z.string(), time: Time })),
  updateTime: Time.nullable(),
});
export const CandidateState = z.enum(['open', 'later', 'never', 'merged']);
/** A group of records that seem to be one. */
export const Candidate = z.object({
  id: Id,
  modelId: Id,
  title: z.string(),
  records: z.array(CandidateRecord),
  /** null where the caller sees an attribute masked that counts in it */
  score: z.number().nullable(),
  zone: Zone,
  reasons: z.array(MatchReason),
  state: CandidateState,
  createTime: Time,
});
export type Candidate = z.output<typeof Candidate>;
/** The value that a merge would keep; null where a person has to choose. */
export const Choice = z.object({
  columnName: z.string(),
  label: z.string(),
  rule: Survival,
  recordId: z.string().nullable(),
  /** records that say the same */
  agrees: z.number().int(),
  /** what each of the rules would keep */
  byRule: z.array(z.object({ rule: Survival, recordId: z.string().nullable() })),
});
export type Choice = z.output<typeof Choice>;
export const CandidateDetail = Candidate.extend({
  modelName: z.string(),
  auto: z.number(),
  review: z.number(),
  columns: z.array(
    z.object({
      columnName: z.string(),
      label: z.string(),
      isMasked: z.boolean(),
      columnType: z.string(),
      htmlType: z.enum(HTML_TYPES),
      refModelId: z.string().nullable(),
      dictList: z.array(DictChoice).optional(),
    }),
  ),
  choices: z.array(Choice),
  /** the record that would stay */
  keeps: Id,
});
export type CandidateDetail = z.output<typeof CandidateDetail>;
export const MergeRow = z.object({
  id: Id,
  modelId: Id,
  /** the record that stays */
  recordId: Id,
  title: z.string(),
  mergedCount: z.number().int(),
  /** the bulk merge that it belongs to; null for one of its own */
  batchId: z.string().nullable(),
  byName: z.string().nullable(),
  mergeTime: Time,
  undoTime: Time.nullable(),
  undoName: z.string().nullable(),
});
export type MergeRow = z.output<typeof MergeRow>;

/** What merging all groups of the automatic zone would do. */
export const BatchPreview = z.object({
  groups: z.number().int(),
  records: z.number().int(),
  /** records that go into others */
  gone: z.number().int(),
  /** groups with a record whose change waits for approval: they are left out */
  waiting: z.number().int(),
  /** attributes that a person chooses: groups whose records differ in them are left out */
  manual: z.array(z.string()),
  /** the rule was changed after the groups were found: nothing is merged before the next run */
  isStale: z.boolean(),
});
export type BatchPreview = z.output<typeof BatchPreview>;
export const MergeBatch = z.object({
  id: Id,
  state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
  groups: z.number().int(),
  merged: z.number().int(),
  skipped: z.number().int(),
  message: z.string().nullable(),
  createName: z.string().nullable(),
  createTime: Time,
  endTime: Time.nullable(),
});
export type MergeBatch = z.output<typeof MergeBatch>;
/** A group that a bulk merge left as it was, and why. */
export const SkippedGroup = z.object({ candidateId: Id, title: z.string(), records: z.number().int(), message: z.string() });
export type SkippedGroup = z.output<typeof SkippedGroup>;

const ofModel = z.object({ modelId: Id });
const params = z.object({ id: Id });
const MODEL = '/data/masterdata/models/:modelId';

/** 查重: groups of records that seem to be one, and what people decide about them. */
export const match = defineContract({
  rule: route.get(`${MODEL}/matchRule`, {
    summary: '匹配规则',
    access: perm('masterdata:match:list', 'masterdata:match:run'),
    params: ofModel,
    reply: MatchRule,
  }),
  saveRule: route.put(`${MODEL}/matchRule`, {
    summary: '修改匹配规则',
    access: perm('masterdata:match:run'),
    params: ofModel,
    body: MatchRuleInput,
    reply: z.object({ version: z.number().int() }),
    audit: '修改匹配规则',
  }),
  run: route.post(`${MODEL}/match`, {
    summary: '查重',
    access: perm('masterdata:match:run'),
    params: ofModel,
    /** `full` compares everything again; otherwise what is new or changed, and everything after a change of the rule */
    body: z.object({ preset: Preset.nullish(), full: z.boolean().nullish() }),
    reply: z.object({ jobId: Id }),
    audit: '主数据查重',
  }),
  progress: route.get(`${MODEL}/match`, {
    summary: '查重进度',
    access: perm('masterdata:match:list', 'masterdata:match:run'),
    params: ofModel,
    reply: MatchRun.nullable(),
  }),
  cancel: route.post(`${MODEL}/match/cancel`, {
    summary: '停止查重',
    access: perm('masterdata:match:run'),
    params: ofModel,
    reply: z.null(),
    audit: '停止查重',
  }),
  page: route.get(`${MODEL}/candidates/page`, {
    summary: '重复候选分页',
    access: perm('masterdata:match:list'),
    params: ofModel,
    query: PageQuery.extend({
      zone: Zone.optional(),
      state: z.enum(['open', 'later', 'never']).optional(),
      recordId: Id.optional().meta({ title: '其中的记录' }),
    }),
    reply: pageReply(Candidate),
  }),
  get: route.get('/data/masterdata/candidates/:id', {
    summary: '重复候选详情',
    access: perm('masterdata:match:list'),
    params,
    reply: CandidateDetail,
  }),
  decide: route.post('/data/masterdata/candidates/:id/decide', {
    summary: '处理重复候选',
    access: perm('masterdata:match:decide'),
    params,
    body: z.object({
      decision: z.enum(['never', 'later', 'open', 'split']),
      /** split: the record that does not belong to the group */
      recordId: Id.nullish(),
    }),
    reply: z.null(),
    audit: '处理重复候选',
  }),
});

/** 合并: records become one, and can become what they were again. */
export const merge = defineContract({
  create: route.post(`${MODEL}/merges`, {
    summary: '合并主数据',
    access: perm('masterdata:data:merge'),
    params: ofModel,
    body: z.object({
      candidateId: Id,
      /** records of the group that are merged; all unless given */
      recordIds: z.array(Id).min(2, '请至少选择两条记录').max(50).nullish(),
      /** the record that stays; the oldest unless given */
      keeps: Id.nullish(),
      /** column → which value is kept; the rules of the model unless given */
      rules: rules.nullish(),
      /** column → record whose value a person chose */
      chosen: z.record(columnName, Id).nullish(),
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
  page: route.get(`${MODEL}/merges/page`, {
    summary: '合并记录分页',
    access: perm('masterdata:match:list', 'masterdata:data:merge', 'masterdata:data:unmerge'),
    params: ofModel,
    query: PageQuery.extend({ batchId: Id.optional().meta({ title: '批量合并编号' }) }),
    reply: pageReply(MergeRow),
  }),
  previewBatch: route.get(`${MODEL}/mergeBatches/preview`, {
    summary: '批量合并预览',
    access: perm('masterdata:data:merge'),
    params: ofModel,
    reply: BatchPreview,
  }),
  startBatch: route.post(`${MODEL}/mergeBatches`, {
    summary: '批量合并自动区',
    access: perm('masterdata:data:merge'),
    params: ofModel,
    /** how many groups the preview told: with another number it is asked again */
    body: z.object({ groups: z.number({ error: '请先预览' }).int().min(1, '没有可合并的组').meta({ title: '组数' }) }),
    reply: z.object({ id: Id }),
    audit: '批量合并主数据',
    timeoutMs: 60_000,
  }),
  latestBatch: route.get(`${MODEL}/mergeBatches/latest`, {
    summary: '最近一次批量合并',
    access: perm('masterdata:match:list', 'masterdata:data:merge'),
    params: ofModel,
    reply: MergeBatch.nullable(),
  }),
  cancelBatch: route.post('/data/masterdata/mergeBatches/:id/cancel', {
    summary: '停止批量合并',
    access: perm('masterdata:data:merge'),
    params,
    reply: z.null(),
    audit: '停止批量合并主数据',
  }),
  skipped: route.get('/data/masterdata/mergeBatches/:id/skipped/page', {
    summary: '批量合并跳过的组',
    access: perm('masterdata:match:list', 'masterdata:data:merge'),
    params,
    query: PageQuery.omit({ sort: true }),
    reply: pageReply(SkippedGroup),
  }),
});
