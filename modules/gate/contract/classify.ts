import * as z from 'zod';
import { crudRoutes } from '#kit/contract/crud.ts';
import { Id, PageQuery, Status, Time, YesNo, optionalText, pageReply, requiredText, rowFields } from '#kit/contract/fields.ts';
import { defineContract, perm, route, signedIn } from '#kit/contract/route.ts';

export const Level = z.enum(['L1', 'L2', 'L3', 'L4'], '分级应为 L1 到 L4');
export const LEVEL_LABELS: Record<z.output<typeof Level>, string> = { L1: '公开', L2: '内部', L3: '敏感', L4: '机密' };
/** Checks of values that are built in. */
export const Recogniser = z.enum(
  ['idCard', 'creditCode', 'orgCode', 'bankCard', 'mobile', 'phone', 'email', 'plate', 'name', 'address', 'ip', 'credential'],
  '识别器不正确',
);
export type Recogniser = z.output<typeof Recogniser>;
export const RECOGNISER_LABELS: Record<z.output<typeof Recogniser>, string> = {
  idCard: '身份证（校验位）',
  creditCode: '统一社会信用代码（校验位）',
  orgCode: '组织机构代码（校验位）',
  bankCard: '银行卡（校验位）',
  mobile: '手机号段',
  phone: '固定电话',
  email: '邮箱',
  plate: '车牌',
  name: '姓名',
  address: '地址',
  ip: 'IP地址',
  credential: '密码、令牌与密钥',
};

const optional = <T extends z.ZodType>(schema: T) =>
  schema
    .or(z.literal(''))
    .nullish()
    .transform((value) => (value === '' || value === undefined ? null : value) as z.output<T> | null);
export const ClassInput = z.object({
  parentId: optional(Id),
  className: requiredText(50, '分类名称'),
  classCode: z
    .string('分类编码不能为空')
    .trim()
    .regex(/^[A-Za-z][A-Za-z0-9_]{1,39}$/, '分类编码由字母、数字和下划线组成，以字母开头，2到40个字符'),
  level: Level,
  maskRuleId: optional(Id),
  recogniser: optional(Recogniser),
  namePatterns: z.array(requiredText(40, '名称词')).max(100, '最多100个名称词').default([]),
  valuePattern: optionalText(100, '取值样式'),
  /** masked columns of linkable classes may be compared for being equal in joins */
  isLinkable: YesNo.default('0'),
  threshold: z.coerce.number('命中比例应为数字').min(0.1, '命中比例应在0.1到1之间').max(1, '命中比例应在0.1到1之间').default(0.8),
  sort: z.coerce.number().int().min(0).max(99_999).default(0),
  status: Status.default('1'),
  remark: optionalText(500, '备注'),
});
/** 数据分类 */
export const Class = z.object({
  ...rowFields,
  parentId: z.string().nullable(),
  className: z.string(),
  classCode: z.string(),
  level: Level,
  maskRuleId: z.string().nullable(),
  maskRuleName: z.string().nullable(),
  recogniser: Recogniser.nullable(),
  namePatterns: z.array(z.string()),
  valuePattern: z.string().nullable(),
  isLinkable: YesNo,
  threshold: z.coerce.number(),
  isBuiltin: YesNo,
  sort: z.number().int(),
  status: Status,
  remark: z.string().nullable(),
  /** columns of the class */
  columns: z.number().int(),
});
export const ClassSearch = z.object({ className: z.string().max(50).optional(), level: Level.optional(), status: Status.optional() });
export const ClassOption = z.object({ id: Id, parentId: z.string().nullable(), className: z.string(), level: Level, status: Status });

export const HitState = z.enum(['proposed', 'accepted', 'rejected']);
export const HIT_LABELS: Record<z.output<typeof HitState>, string> = { proposed: '待处理', accepted: '已采纳', rejected: '已忽略' };
export const ClassHit = z.object({
  id: Id,
  sourceId: Id,
  sourceName: z.string(),
  tableId: Id,
  tableName: z.string(),
  columnId: Id,
  columnName: z.string(),
  columnComment: z.string().nullable(),
  classId: Id,
  className: z.string(),
  classLevel: Level,
  /** what the column has now, and who set it */
  level: z.string().nullable(),
  levelBy: z.string().nullable(),
  byName: YesNo,
  matchRate: z.coerce.number().nullable(),
  sampleSize: z.number().int(),
  reason: z.string(),
  /** values as the mask of the class shows them */
  samples: z.array(z.string()),
  state: HitState,
  decidedBy: z.string().nullable(),
  decidedTime: Time.nullable(),
  createTime: Time,
});
export const RecognitionStatus = z.object({
  job: z
    .object({
      id: z.string(),
      state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
      percent: z.number(),
      text: z.string(),
      createTime: Time,
      endTime: Time.nullable(),
    })
    .nullable(),
  proposed: z.number().int(),
  accepted: z.number().int(),
  rejected: z.number().int(),
});

const BASE = '/data/metadata/classes';
const CODE = 'metadata:classify';
const source = z.object({ sourceId: Id });
export const classify = defineContract({
  ...crudRoutes(BASE, '数据分类', CODE, { row: Class, input: ClassInput, search: ClassSearch }),
  list: route.get(`${BASE}/list`, { summary: '数据分类下拉', access: signedIn, reply: z.array(ClassOption) }),
  hits: route.get(`${BASE}/hits/page`, {
    summary: '敏感识别结果分页',
    access: perm(`${CODE}:list`),
    query: PageQuery.extend({
      sourceId: Id.optional(),
      tableId: Id.optional(),
      classId: Id.optional(),
      state: HitState.optional(),
      columnName: z.string().max(100).optional(),
    }),
    reply: pageReply(ClassHit),
  }),
  decide: route.post(`${BASE}/hits/decide`, {
    summary: '采纳或忽略识别结果',
    access: perm(`${CODE}:edit`),
    body: z.object({
      ids: z.array(Id).min(1, '请选择识别结果').max(500, '一次最多处理500条'),
      decision: z.enum(['accept', 'reject'], '处理方式不正确'),
    }),
    reply: z.object({ decided: z.number().int(), set: z.number().int(), kept: z.number().int() }),
    audit: '处理敏感识别结果',
  }),
  recognise: route.post(`${BASE}/recognise/:sourceId`, {
    summary: '识别敏感字段',
    access: perm(`${CODE}:run`),
    params: source,
    body: z.object({ tableIds: z.array(Id).max(1000, '一次最多选择1000张表').default([]) }),
    reply: z.object({ jobId: Id }),
    audit: '识别敏感字段',
  }),
  recognition: route.get(`${BASE}/recognise/:sourceId`, {
    summary: '敏感识别进度',
    access: perm(`${CODE}:list`, `${CODE}:run`),
    params: source,
    reply: RecognitionStatus,
  }),
  cancel: route.post(`${BASE}/recognise/cancel/:sourceId`, {
    summary: '取消敏感识别',
    access: perm(`${CODE}:run`),
    params: source,
    reply: z.null(),
    audit: '取消敏感识别',
  }),
  setColumns: route.post(`${BASE}/columns`, {
    summary: '设置字段的分类分级',
    access: perm(`${CODE}:edit`),
    body: z.object({
      columnIds: z.array(Id).min(1, '请选择字段').max(500, '一次最多设置500个字段'),
      classId: optional(Id),
      level: optional(Level),
      /** needed for a level below the inherited one */
      levelReason: optionalText(200, '降低级别的理由').optional(),
    }),
    reply: z.object({ changed: z.number().int() }),
    audit: '设置字段的分类分级',
  }),
});
