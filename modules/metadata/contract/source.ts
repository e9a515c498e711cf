import * as z from 'zod';
import { crudRoutes } from '#kit/contract/crud.ts';
import { Id, Status, Time, YesNo, optionalText, requiredText, rowFields, secret } from '#kit/contract/fields.ts';
import { defineContract, perm, route, signedIn } from '#kit/contract/route.ts';
import { hostProblem } from './host.ts';

/** Type codes of the family (dictionary data_db_type); only those with a working adapter are accepted. */
export const SUPPORTED_DB_TYPES = ['5'] as const;
/** The host name that stands for the platform's own demo warehouse. */
export const EMBEDDED_HOST = '@embedded';
export const EMBEDDED_DATABASE = 'databrain_demo';
/** What a stored password looks like in a reply; sent back unchanged it keeps the stored one. */
export const PASSWORD_MASK = '******';

export const DbType = z.enum(SUPPORTED_DB_TYPES, '该数据源类型尚未支持，目前支持 PostgreSQL');
/** 未同步, 同步中, 已同步, 同步失败 */
export const SyncState = z.enum(['0', '1', '2', '3']);
export const SslMode = z.enum(['disable', 'prefer', 'require', 'verify']);

const Host = z
  .string('主机不能为空')
  .trim()
  .min(1, '主机不能为空')
  .max(255, '主机不能超过255个字符')
  .superRefine((host, issue) => {
    const problem = host === EMBEDDED_HOST ? null : hostProblem(host);
    if (problem) issue.addIssue({ code: 'custom', message: problem });
  });
const Port = z.coerce
  .string()
  .regex(/^\d{1,5}$/, '端口应为1到65535的整数')
  .transform(Number)
  .pipe(z.number().int().min(1, '端口应为1到65535的整数').max(65535, '端口应为1到65535的整数'));
const PgName = (label: string) =>
  z
    .string(`${label}不能为空`)
    .trim()
    .min(1, `${label}不能为空`)
    .max(63, `${label}不能超过63个字符`)
    .regex(/^[^\p{Cc}]+$/u, `${label}不能包含控制字符`);

/** Connection fields. There is no URL field: every part is checked by itself. */
export const DbSchema = z.object({
  host: Host,
  port: Port.default(5432),
  dbName: PgName('数据库'),
  username: z
    .string()
    .trim()
    .max(63, '用户名不能超过63个字符')
    .nullish()
    .transform((text) => text || null),
  password: secret(z.string().max(200, '密码不能超过200个字符').nullish()),
  sid: z
    .string()
    .trim()
    .max(63)
    .nullish()
    .transform((text) => text || null),
  sslMode: SslMode.default('prefer'),
});

export const SourceInput = z.object({
  sourceName: requiredText(50, '数据源名称'),
  dbType: DbType,
  status: Status.default('1'),
  remark: optionalText(200, '备注'),
  /** 1 = for every account with a reading permission, whatever its data scope */
  isShared: YesNo.default('0'),
  dbSchema: DbSchema,
  /** schemas to harvest; empty = every schema the account can read */
  schemas: z.array(PgName('模式')).max(100, '最多选择100个模式').default([]),
});

export const Source = z.object({
  ...rowFields,
  createDept: z.string().nullable(),
  sourceName: z.string(),
  dbType: z.string(),
  status: Status,
  isShared: YesNo,
  remark: z.string().nullable(),
  host: z.string(),
  dbName: z.string(),
  isSync: SyncState,
  syncTime: Time.nullable(),
  syncError: z.string().nullable(),
  tableCount: z.number().int(),
  columnCount: z.number().int(),
});
export const SourceDetail = Source.extend({
  schemas: z.array(z.string()),
  dbSchema: z.object({
    host: z.string(),
    port: z.number().int(),
    dbName: z.string(),
    username: z.string().nullable(),
    /** PASSWORD_MASK when one is stored */
    password: z.string().nullable(),
    sid: z.string().nullable(),
    sslMode: SslMode,
  }),
});
export const SourceSearch = z.object({
  sourceName: z.string().max(50).optional(),
  dbType: z.string().max(2).optional(),
  isSync: SyncState.optional(),
  status: Status.optional(),
});
export const SourceOption = z.object({ id: Id, sourceName: z.string(), dbType: z.string(), isSync: SyncState, status: Status });

export const SyncRun = z.object({
  id: z.string(),
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  added: z.number().int(),
  changed: z.number().int(),
  removed: z.number().int(),
  message: z.string().nullable(),
  startTime: Time,
  endTime: Time.nullable(),
});
/** How the synchronisation of a source stands. */
export const SyncStatus = z.object({
  isSync: SyncState,
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
  runs: z.array(SyncRun),
});
export const SourceTable = z.object({
  id: Id,
  schemaName: z.string(),
  tableName: z.string(),
  tableComment: z.string().nullable(),
  tableKind: z.string(),
});
export const SourceColumn = z.object({
  id: Id,
  columnName: z.string(),
  columnComment: z.string().nullable(),
  columnKey: z.string(),
  columnNullable: z.string(),
  columnPosition: z.number().int(),
  dataType: z.string(),
});

const params = z.object({ id: Id });
const base = '/data/metadata/sources';

/** 数据源 */
export const source = defineContract({
  ...crudRoutes(base, '数据源', 'metadata:datasource', { row: Source, input: SourceInput, search: SourceSearch, detail: SourceDetail }),
  list: route.get(`${base}/list`, { summary: '数据源下拉', access: signedIn, reply: z.array(SourceOption) }),
  refresh: route.get(`${base}/refresh`, { summary: '刷新数据源缓存', access: perm('metadata:datasource:refresh'), reply: z.boolean() }),
  checkConnection: route.post(`${base}/checkConnection`, {
    summary: '连通性检测',
    access: perm('metadata:datasource:connect'),
    body: z.object({ id: Id.optional(), dbType: DbType, dbSchema: DbSchema }),
    reply: z.object({
      version: z.string(),
      database: z.string(),
      tls: z.boolean(),
      ms: z.number(),
      tables: z.number().int(),
      schemas: z.array(z.string()),
      warnings: z.array(z.string()),
    }),
    timeoutMs: 20_000,
  }),
  sync: route.post(`${base}/sync/:id`, {
    summary: '同步元数据',
    access: perm('metadata:datasource:sync'),
    params,
    reply: z.object({ jobId: z.string() }),
    audit: '同步元数据',
  }),
  cancelSync: route.post(`${base}/sync/:id/cancel`, {
    summary: '取消同步',
    access: perm('metadata:datasource:sync'),
    params,
    reply: z.null(),
    audit: '取消元数据同步',
  }),
  syncStatus: route.get(`${base}/sync/:id`, {
    summary: '同步进度',
    isPassive: true,
    access: perm('metadata:datasource:list', 'metadata:datasource:sync', 'metadata:datasource:detail'),
    params,
    reply: SyncStatus,
  }),
  tables: route.get(`${base}/:id/tables`, {
    summary: '数据源的表',
    access: perm('metadata:datasource:detail', 'metadata:datacolumn:list', 'metadata:sqlconsole:list'),
    params,
    reply: z.array(SourceTable),
  }),
  columns: route.get(`${base}/:id/:tableName/columns`, {
    summary: '数据源中一张表的字段',
    access: perm('metadata:datasource:detail', 'metadata:datacolumn:list', 'metadata:sqlconsole:list'),
    params: z.object({ id: Id, tableName: z.string().min(1).max(140) }),
    reply: z.array(SourceColumn),
  }),
});
