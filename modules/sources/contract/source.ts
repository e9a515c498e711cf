import * as z from 'zod';
import { crudRoutes } from '#kit/contract/crud.ts';
import { Id, Status, Time, YesNo, optionalText, requiredText, rowFields } from '#kit/contract/fields.ts';
import { defineContract, perm, route, signedIn } from '#kit/contract/route.ts';
import { CronText } from '#kit/contract/cron.ts';
import { checkConnectionFields, DbSchema, SourceName, SslMode } from './connection.ts';
import { DB_KINDS } from './db-types.ts';

export { DbSchema, EMBEDDED_DATABASE, EMBEDDED_HOST, MANAGED_HOST, SslMode } from './connection.ts';

/** Codes of dictionary data_db_type that have an adapter. */
export const DbType = z.enum([...DB_KINDS.keys()] as [string, ...string[]], '请选择数据源类型');
/** 未同步, 同步中, 已同步, 同步失败 */
export const SyncState = z.enum(['0', '1', '2', '3']);
/** Code of dictionary metadata_env. */
const Env = z.string().regex(/^[a-z0-9_]{1,20}$/, '环境不正确');

/** `schema.table` with `*`; without a dot it is about the name of the table alone. */
const Pattern = z
  .string()
  .trim()
  .min(1, '表名规则不能为空')
  .max(200, '表名规则不能超过200个字符')
  .regex(/^[^\p{Cc},，;；]+$/u, '表名规则不能包含逗号、分号和控制字符');
const Patterns = z.array(Pattern).max(100, '最多填写100条表名规则').default([]);

export const SourceInput = z
  .object({
    sourceName: requiredText(50, '数据源名称'),
    dbType: DbType,
    status: Status.default('1'),
    remark: optionalText(200, '备注'),
    /** 1 = for every account with a reading permission, whatever its data scope */
    isShared: YesNo.default('0'),
    dbSchema: DbSchema,
    /** schemas to harvest; empty = every schema the account can read */
    schemas: z.array(SourceName('模式')).max(100, '最多选择100个模式').default([]),
    /** tables to harvest, empty = all; and tables to leave out */
    includeTables: Patterns,
    excludeTables: Patterns,
    /** who answers for the source */
    ownerId: Id.nullish().transform((id) => id || null),
    env: Env.default('prod'),
    /** when it is synchronised by itself, six fields in the time of China; null = by hand only */
    syncCron: z
      .preprocess((text) => (typeof text === 'string' && text.trim() === '' ? null : text), CronText.nullish())
      .transform((text) => text ?? null),
  })
  .superRefine(checkConnectionFields);

/** What the last successful connectivity check found. */
export const Capability = z.object({
  version: z.string(),
  database: z.string(),
  tls: z.boolean(),
  /** relations that the account sees */
  tables: z.number().int(),
  /** those of them that it may read; null = the source cannot be asked, or was checked before this was */
  readable: z.number().int().nullish(),
  schemas: z.array(z.string()),
  warnings: z.array(z.string()),
  features: z.record(z.string(), z.boolean()),
  checkTime: Time,
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
  routineCount: z.number().int(),
  env: z.string(),
  ownerId: z.string().nullable(),
  ownerName: z.string().nullable(),
  syncCron: z.string().nullable(),
  nextSyncTime: Time.nullable(),
});
export const SourceDetail = Source.extend({
  schemas: z.array(z.string()),
  includeTables: z.array(z.string()),
  excludeTables: z.array(z.string()),
  capability: Capability.nullable(),
  /** of a source made of files: what they are called and how large they are */
  files: z.array(z.object({ fileName: z.string(), originalFilename: z.string(), size: z.number() })),
  dbSchema: z.object({
    host: z.string(),
    port: z.number().int(),
    dbName: z.string(),
    username: z.string().nullable(),
    /** SECRET_MASK when one is stored */
    password: z.string().nullable(),
    sid: z.string().nullable(),
    sslMode: SslMode,
    fileNames: z.array(z.string()),
  }),
});
export const SourceSearch = z.object({
  sourceName: z.string().max(50).optional(),
  dbType: z.string().max(2).optional(),
  isSync: SyncState.optional(),
  status: Status.optional(),
  env: z.string().max(20).optional(),
  ownerId: Id.optional(),
});
export const SourceOption = z.object({
  id: Id,
  sourceName: z.string(),
  dbType: z.string(),
  isSync: SyncState,
  status: Status,
  env: z.string(),
});

const base = '/data/metadata/sources';

/** 数据源 */
export const source = defineContract({
  ...crudRoutes(base, '数据源', 'metadata:datasource', { row: Source, input: SourceInput, search: SourceSearch, detail: SourceDetail }),
  list: route.get(`${base}/list`, { summary: '数据源下拉', access: signedIn, reply: z.array(SourceOption) }),
  refresh: route.get(`${base}/refresh`, { summary: '刷新数据源缓存', access: perm('metadata:datasource:refresh'), reply: z.boolean() }),
  checkConnection: route.post(`${base}/checkConnection`, {
    summary: '连通性检测',
    access: perm('metadata:datasource:connect'),
    // fields of a form, or the id of a stored source alone
    body: z.object({ id: Id.optional(), dbType: DbType.optional(), dbSchema: DbSchema.optional() }).superRefine((value, context) => {
      checkConnectionFields(value, context);
      if (value.id === undefined && value.dbType === undefined)
        context.addIssue({ code: 'custom', message: '请选择数据源类型', path: ['dbType'] });
      if ((value.dbType === undefined) !== (value.dbSchema === undefined))
        context.addIssue({ code: 'custom', message: '请填写连接信息', path: ['dbSchema'] });
    }),
    reply: Capability.omit({ checkTime: true }).extend({ ms: z.number() }),
    timeoutMs: 20_000,
  }),
});
