import * as z from 'zod';
import { hostProblem } from '#kit/contract/address.ts';
import { secret } from '#kit/contract/fields.ts';
import { DB_KINDS, type DbKind } from './db-types.ts';

/** The host name that stands for the platform's own demo warehouse. */
export const EMBEDDED_HOST = '@embedded';
/** What is said of addresses that are never a database. */
export const HOST_REFUSED = '该地址不允许作为数据源，请填写数据库服务器的主机名或IP';
export const EMBEDDED_DATABASE = 'databrain_demo';
/** The host name that stands for the tables that the platform itself makes at run time. */
export const MANAGED_HOST = '@managed';
/** Uploaded files of one source. */
export const MAX_FILES = 20;

export const SslMode = z.enum(['disable', 'prefer', 'require', 'verify']);

const Host = z
  .string('主机不能为空')
  .trim()
  .min(1, '主机不能为空')
  .max(255, '主机不能超过255个字符')
  .superRefine((host, issue) => {
    const problem = hostProblem(host, HOST_REFUSED);
    if (problem) issue.addIssue({ code: 'custom', message: problem });
  });
const PORT = '端口应为1到65535的整数';
const Port = z.coerce
  .string()
  .regex(/^\d{1,5}$/, PORT)
  .transform(Number)
  .pipe(z.number().int().min(1, PORT).max(65535, PORT));
const PRINTABLE = /^[^\p{Cc}]+$/u;
/** A name as databases know it, e.g. of a schema. */
export const SourceName = (label: string) =>
  z
    .string(`${label}不能为空`)
    .trim()
    .min(1, `${label}不能为空`)
    .max(128, `${label}不能超过128个字符`)
    .regex(PRINTABLE, `${label}不能包含控制字符`);
const PgName = SourceName('数据库').max(63, '数据库不能超过63个字符');
/** Goes into a connect descriptor or a path: letters, digits and a few marks. */
const plainName = (label: string) =>
  SourceName(label).regex(/^[\p{L}\p{N}_.$#-]+$/u, `${label}只能包含字母、数字、下划线、点、横线、$ 和 #`);
const StoredFile = z.string().regex(/^[0-9a-f]{32}\.[a-z0-9]{2,8}$/, '文件不存在或已删除，请重新上传');

/** What a kind asks for besides account and encryption, and how it calls it. */
export interface KindFields {
  readonly isFile: boolean;
  /** null = the kind has no such field */
  readonly database: { readonly label: string; readonly isRequired: boolean; readonly preset: string } | null;
  readonly sid: { readonly label: string } | null;
  readonly hasTls: boolean;
  /** the account must be named */
  readonly needsUser: boolean;
  /** endings of the files that it is made of */
  readonly endings: readonly string[];
  readonly mostFiles: number;
}
const server = (over: Partial<KindFields> = {}): KindFields => ({
  isFile: false,
  database: { label: '数据库', isRequired: true, preset: '' },
  sid: null,
  hasTls: true,
  needsUser: false,
  endings: [],
  mostFiles: 0,
  ...over,
});
const FIELDS: Readonly<Record<DbKind['driver'], KindFields>> = {
  postgres: server(),
  mysql: server(),
  mssql: server(),
  oracle: server({ database: null, sid: { label: '服务名 / SID' }, hasTls: false, needsUser: true }),
  dm: server({ database: null, hasTls: false, needsUser: true }),
  clickhouse: server({ database: { label: '数据库', isRequired: true, preset: 'default' } }),
  trino: server({ database: { label: '目录（catalog）', isRequired: true, preset: '' }, needsUser: true }),
  sqlite: server({ isFile: true, database: null, hasTls: false, endings: ['sqlite', 'sqlite3', 'db'], mostFiles: 1 }),
  files: server({
    isFile: true,
    database: null,
    hasTls: false,
    endings: ['csv', 'tsv', 'txt', 'parquet', 'xlsx', 'duckdb'],
    mostFiles: MAX_FILES,
  }),
};
/** The fields of the connection of a kind. */
export const fieldsOf = (kind: DbKind): KindFields => FIELDS[kind.driver];

const text = (max: number, message: string) => z.string().trim().max(max, message).nullish();

/**
 * Connection fields as callers send them. There is no URL field: every part is checked by itself, and which parts there are depends on
 * the kind (`readConnection`).
 */
export const DbSchema = z.object({
  host: text(255, '主机不能超过255个字符'),
  port: z.union([z.string().max(20), z.number()], PORT).nullish(),
  dbName: text(128, '数据库不能超过128个字符'),
  username: text(128, '用户名不能超过128个字符').refine((name) => !name || PRINTABLE.test(name), '用户名不能包含控制字符'),
  password: secret(z.string().max(200, '密码不能超过200个字符').nullish()),
  sid: text(128, '服务名不能超过128个字符'),
  sslMode: SslMode.default('prefer'),
  /** stored names of uploaded files, for kinds made of files */
  fileNames: z.array(StoredFile).max(MAX_FILES, `最多选择${MAX_FILES}个文件`).default([]),
});

/** The connection of a source with everything that does not belong to its kind left out. */
export interface ConnectionFields {
  readonly host: string;
  readonly port: number;
  readonly dbName: string;
  readonly username: string | null;
  readonly sid: string | null;
  readonly sslMode: z.output<typeof SslMode>;
  readonly fileNames: readonly string[];
}
export interface Problem {
  readonly path: string;
  readonly message: string;
}

/** Reads the fields of a kind; `problems` says in Chinese what is missing or wrong, by field of `dbSchema`. */
export function readConnection(
  dbType: string,
  input: z.output<typeof DbSchema>,
): { readonly fields: ConnectionFields; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const kind = DB_KINDS.get(dbType);
  const take = <T>(path: string, schema: z.ZodType<T>, value: unknown, otherwise: T): T => {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    problems.push({ path, message: parsed.error.issues[0]!.message });
    return otherwise;
  };
  const empty: ConnectionFields = { host: '', port: 0, dbName: '', username: null, sid: null, sslMode: 'disable', fileNames: [] };
  if (!kind) return { fields: empty, problems };
  const rules = fieldsOf(kind);
  if (rules.isFile) {
    if (input.fileNames.length === 0) problems.push({ path: 'fileNames', message: '请上传数据文件' });
    if (input.fileNames.length > rules.mostFiles)
      problems.push({ path: 'fileNames', message: `${kind.label}只能有${rules.mostFiles}个文件` });
    return { fields: { ...empty, fileNames: input.fileNames }, problems };
  }
  const username = input.username || null;
  if (input.host === EMBEDDED_HOST && kind.code === '5')
    return {
      fields: { ...empty, host: EMBEDDED_HOST, port: 5432, dbName: take('dbName', PgName, input.dbName, ''), sslMode: input.sslMode },
      problems,
    };
  // where these tables are is known to the server alone; the name of the database is only shown
  if (input.host === MANAGED_HOST && kind.code === '5')
    return { fields: { ...empty, host: MANAGED_HOST, port: 5432, dbName: input.dbName || '', sslMode: input.sslMode }, problems };
  if (rules.needsUser && username === null) problems.push({ path: 'username', message: '用户名不能为空' });
  const database =
    kind.driver === 'postgres' ? PgName : kind.driver === 'trino' ? plainName('目录') : SourceName(rules.database?.label ?? '数据库');
  return {
    fields: {
      host: take('host', Host, input.host, ''),
      port: take('port', Port, input.port === undefined ? kind.port : input.port, 0),
      dbName: rules.database ? take('dbName', database, input.dbName ?? rules.database.preset, '') : '',
      username,
      sid: rules.sid ? take('sid', plainName('服务名'), input.sid ?? '', '') : null,
      sslMode: rules.hasTls ? input.sslMode : 'disable',
      fileNames: [],
    },
    problems,
  };
}

/** A check for objects with `dbType` and `dbSchema`: the fields of the kind must be there and right. */
export function checkConnectionFields(
  value: { dbType?: string | undefined; dbSchema?: z.output<typeof DbSchema> | undefined },
  context: z.RefinementCtx,
): void {
  if (value.dbType === undefined || value.dbSchema === undefined) return;
  for (const { path, message } of readConnection(value.dbType, value.dbSchema).problems)
    context.addIssue({ code: 'custom', message, path: ['dbSchema', path] });
}
