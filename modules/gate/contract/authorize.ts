import * as z from 'zod';
import { crudRoutes } from '#kit/contract/crud.ts';
import { Id, Status, Time, TimeInput, optionalText, rowFields } from '#kit/contract/fields.ts';
import { defineContract, perm, route, signedIn } from '#kit/contract/route.ts';

export const GRANT_ACTIONS = ['meta', 'preview', 'query', 'export', 'unmask'] as const;
export const GrantAction = z.enum(GRANT_ACTIONS, '不支持的授权动作');
export const ACTION_LABELS: Record<z.output<typeof GrantAction>, string> = {
  meta: '查看元数据',
  preview: '预览',
  query: '查询',
  export: '导出',
  unmask: '明文',
};
export const ObjectType = z.enum(['database', 'schema', 'table', 'column'], '授权对象类型不正确');
export type ObjectType = z.output<typeof ObjectType>;
export const OBJECT_LABELS: Record<ObjectType, string> = { database: '数据源', schema: '模式', table: '表', column: '字段' };
export const SubjectType = z.enum(['role', 'dept', 'user'], '授权主体类型不正确');
export type SubjectType = z.output<typeof SubjectType>;
export const SUBJECT_LABELS: Record<SubjectType, string> = { role: '角色', dept: '部门', user: '用户' };
/** 生效中, 未开始, 已到期, 已禁用 */
export const GrantState = z.enum(['active', 'waiting', 'expired', 'disabled']);
export const STATE_LABELS: Record<z.output<typeof GrantState>, string> = {
  active: '生效中',
  waiting: '未开始',
  expired: '已到期',
  disabled: '已禁用',
};
/** Names that a row filter may use for values of the caller. */
export const FILTER_VARIABLES = ['${user.id}', '${user.username}', '${user.deptId}', '${user.deptIds}'] as const;

/** Id of a source, table or column; of a schema: id of the source and name, joined by a dot. */
const ObjectId = z
  .string({ error: '请选择授权对象' })
  .min(1, '请选择授权对象')
  .max(200, '授权对象编号过长')
  .regex(/^[0-9a-z_]{1,32}(\.[^\p{Cc}]{1,128})?$/u, '授权对象编号不正确');
/** `meta` is added to every list of actions: all other actions imply it. */
const Actions = z
  .array(GrantAction)
  .min(1, '请至少选择一个授权动作')
  .max(10)
  .transform((chosen) => GRANT_ACTIONS.filter((action) => action === 'meta' || chosen.includes(action)));
const time = () =>
  TimeInput.nullish()
    .or(z.literal(''))
    .transform((text) => text || null);

const AuthorizeFields = z.object({
  subjectType: SubjectType,
  subjectId: Id,
  objectType: ObjectType,
  objectId: ObjectId,
  actions: Actions,
  rowFilter: optionalText(2000, '行过滤条件'),
  beginTime: time(),
  endTime: time(),
  status: Status.default('1'),
  remark: optionalText(500, '备注'),
});
export const AuthorizeInput = AuthorizeFields;
/** 数据授权 */
export const Authorize = z.object({
  ...rowFields,
  subjectType: SubjectType,
  subjectId: z.string(),
  subjectName: z.string().nullable(),
  objectType: ObjectType,
  objectId: z.string(),
  /** full name of the object, `public.customer.phone` */
  objectName: z.string().nullable(),
  sourceId: Id,
  sourceName: z.string(),
  tableId: Id.nullable(),
  actions: z.array(GrantAction),
  rowFilter: z.string().nullable(),
  beginTime: Time.nullable(),
  endTime: Time.nullable(),
  requestId: z.string().nullable(),
  status: Status,
  state: GrantState,
  remark: z.string().nullable(),
});
/** A grant in force that the caller has: made out to him, to one of his roles or to a department of his. */
export const OwnGrant = Authorize.pick({
  id: true,
  subjectType: true,
  subjectName: true,
  objectType: true,
  objectName: true,
  sourceName: true,
  tableId: true,
  actions: true,
  endTime: true,
  requestId: true,
  remark: true,
});
export const AuthorizeSearch = z.object({
  subjectType: SubjectType.optional(),
  subjectId: Id.optional(),
  objectType: ObjectType.optional(),
  objectId: z.string().max(200).optional(),
  sourceId: Id.optional(),
  tableId: Id.optional(),
  state: GrantState.optional(),
  action: GrantAction.optional(),
});

export const Subject = z.object({
  id: Id,
  name: z.string(),
  /** department of an account, code of a role */
  detail: z.string().nullable(),
  parentId: z.string().nullable(),
  status: Status,
  grants: z.number().int(),
});
export type Subject = z.output<typeof Subject>;
export const GrantObject = z.object({
  id: z.string(),
  type: ObjectType,
  name: z.string(),
  comment: z.string().nullable(),
  level: z.string().nullable(),
  children: z.number().int(),
  /** for sensitive columns: description of the mask */
  mask: z.string().nullable(),
});
export type GrantObject = z.output<typeof GrantObject>;

/** What the grants in force of a subject cover, counted on the sources on which the caller may grant. */
export const SubjectGrants = z.object({
  id: Id,
  type: SubjectType,
  name: z.string(),
  grants: z.number().int(),
  /** accounts that these grants reach */
  people: z.number().int(),
  /** some of them, to look through the eyes of one */
  members: z.array(z.object({ id: Id, name: z.string() })),
  tables: z.number().int(),
  columns: z.number().int(),
  sensitive: z.number().int(),
  changedBy: z.string().nullable(),
  changeTime: Time.nullable(),
  /** tables covered, by source, schema */
  places: z.array(z.object({ id: z.string(), type: ObjectType, tables: z.number().int() })),
  /** columns covered of tables that are covered in part */
  parts: z.array(z.object({ id: Id, columns: z.number().int() })),
});
export type SubjectGrants = z.output<typeof SubjectGrants>;

/** How a reader sees a column: as it is, by a mask, or not at all. */
export const SeenColumn = z.object({
  id: Id,
  name: z.string(),
  cnName: z.string().nullable(),
  level: z.string().nullable(),
  shown: z.enum(['clear', 'masked', 'hidden']),
  mask: z.string().nullable(),
});
export type SeenColumn = z.output<typeof SeenColumn>;

export const Effective = z.object({
  user: z.object({ id: Id, username: z.string(), nickname: z.string(), isActive: z.boolean() }),
  table: z.object({ id: Id, name: z.string(), sourceName: z.string() }),
  actions: z.array(
    z.object({
      action: GrantAction,
      isAllowed: z.boolean(),
      /** all = every column */
      columns: z.array(z.string()).nullable(),
      /** conditions of which a row must meet one; null = all rows */
      rows: z.array(z.string()).nullable(),
      because: z.array(
        z.object({
          kind: z.enum(['admin', 'shared', 'manager', 'grant']),
          grantId: Id.nullable(),
          endTime: Time.nullable(),
          text: z.string(),
        }),
      ),
    }),
  ),
  /** what a query shows of each column */
  columns: z.array(SeenColumn),
});

const BASE = '/data/metadata/authorizes';
const CODE = 'metadata:dataauthorize';
const canEdit = perm(`${CODE}:add`, `${CODE}:edit`);

export const authorize = defineContract({
  ...crudRoutes(BASE, '数据授权', CODE, { row: Authorize, input: AuthorizeInput, search: AuthorizeSearch }),
  getAuthorizedMetadata: route.get(`${BASE}/getAuthorizedMetadata/:roleId`, {
    summary: '角色已授权的对象',
    access: perm(`${CODE}:list`),
    params: z.object({ roleId: Id }),
    reply: z.array(z.string()),
  }),
  saveMetadata: route.post(`${BASE}/metadata`, {
    summary: '保存角色的数据授权',
    access: perm(`${CODE}:edit`),
    body: z.object({
      roleId: Id,
      authorizeDataList: z
        .array(z.object({ objectId: ObjectId, roleId: Id.nullish(), objectType: ObjectType }))
        .max(5000, '一次最多授权5000个对象'),
    }),
    reply: z.object({ added: z.number().int(), removed: z.number().int() }),
    audit: '保存角色的数据授权',
  }),
  /** Adds, changes and ends several grants of one subject at once: what the tree of the page saves. */
  saveSubject: route.post(`${BASE}/subject`, {
    summary: '批量保存主体的数据授权',
    access: perm(`${CODE}:edit`),
    body: z.object({
      subjectType: SubjectType,
      subjectId: Id,
      grant: z.array(z.object({ objectType: ObjectType, objectId: ObjectId, actions: Actions })).max(500, '一次最多授权500个对象'),
      revoke: z.array(ObjectId).max(500, '一次最多撤销500个对象'),
      /** grants with conditions and terms: new ones have no id */
      change: z
        .array(
          z.object({
            id: Id.nullable(),
            objectType: ObjectType,
            objectId: ObjectId,
            actions: Actions,
            rowFilter: optionalText(2000, '行过滤条件'),
            endTime: time(),
          }),
        )
        .max(500, '一次最多授权500个对象')
        .default([]),
      /** grants that end, by id */
      end: z.array(Id).max(500, '一次最多撤销500个对象').default([]),
    }),
    reply: z.object({ added: z.number().int(), changed: z.number().int(), removed: z.number().int() }),
    audit: '批量保存数据授权',
  }),
  refresh: route.get(`${BASE}/refresh`, { summary: '刷新数据授权缓存', access: perm(`${CODE}:refresh`), reply: z.null() }),
  subjects: route.get(`${BASE}/subjects`, {
    summary: '可授权的主体',
    access: perm(`${CODE}:list`, `${CODE}:add`, `${CODE}:edit`),
    query: z.object({ type: SubjectType, keyword: z.string().max(50).optional(), id: Id.optional() }),
    reply: z.array(Subject),
  }),
  subject: route.get(`${BASE}/subject/:type/:id`, {
    summary: '主体的授权概况',
    access: perm(`${CODE}:list`, `${CODE}:add`, `${CODE}:edit`),
    params: z.object({ type: SubjectType, id: Id }),
    reply: SubjectGrants,
  }),
  objects: route.get(`${BASE}/objects`, {
    summary: '可授权的对象',
    access: perm(`${CODE}:list`, `${CODE}:add`, `${CODE}:edit`),
    query: z.object({ parentType: ObjectType.optional(), parentId: ObjectId.optional(), keyword: z.string().max(100).optional() }),
    reply: z.array(GrantObject),
  }),
  tryFilter: route.post(`${BASE}/tryFilter`, {
    summary: '试算行过滤条件',
    access: canEdit,
    body: z.object({
      tableId: Id,
      rowFilter: z.string({ error: '行过滤条件不能为空' }).trim().min(1, '行过滤条件不能为空').max(2000, '行过滤条件不能超过2000个字符'),
      userId: Id.nullish(),
    }),
    reply: z.object({ before: z.string(), after: z.string(), condition: z.string() }),
    audit: '试算行过滤条件',
    timeoutMs: 30_000,
  }),
  own: route.get(`${BASE}/own`, { summary: '我的数据授权', access: signedIn, reply: z.array(OwnGrant) }),
  effective: route.get(`${BASE}/effective`, {
    summary: '账号对表的有效权限',
    access: perm(`${CODE}:list`, `${CODE}:detail`),
    query: z.object({ userId: Id, tableId: Id }),
    reply: Effective,
  }),
});
