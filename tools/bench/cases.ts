import type { Client } from './client.ts';
import { BIG_SOURCE, HALF_ROLE, SCOPED_DEPT, SMALL_ROLE } from './large-tables.ts';
import type { Load } from './measure.ts';

/** Who calls; each case says it by name. */
export interface Callers {
  readonly client: Client;
  /** bearer tokens */
  readonly admin: string;
  /** an account with every right, limited to its branch (scope 4) */
  readonly branch: string;
  readonly demoSource: string;
}

export interface Case {
  readonly name: string;
  readonly load: Load;
  readonly run: () => Promise<unknown>;
  /** the statements that answer it on a bare driver, without session, rights and envelope */
  readonly bare: readonly { readonly text: string; readonly values?: readonly unknown[]; readonly database?: 'demo' }[];
}

const SERIAL: Load = { count: 200 };
const CROWD: Load = { count: 2000, lanes: 20, warmup: 50 };
const FEW: Load = { count: 60 };

const USER = 'id, version, username, nickname, email, phone, dept_id, last_login_time, status, remark, create_time, update_time';
const LOG =
  'id, module, title, user_id, user_name, remote_addr, request_uri, request_method, time_ms, result, ex_code, ex_msg, request_id, create_time';
const LOGIN = 'id, event, result, reason, user_id, user_name, op_ip, op_os, op_browser, op_date';
const below = (id: string) =>
  `(select below.id from sys_dept own join sys_dept below on below.path like own.path || '%' where own.id = '${id}')`;

const page = (table: string, columns: string, where: string, order: string) =>
  `select ${columns} from ${table} where ${where} order by ${order} limit 20`;
const users = (where = 'true') => {
  const living = `deleted_at is null and ${where}`;
  return [{ text: page('sys_user', USER, living, 'create_time desc, id desc') }, { text: `select count(*) from sys_user where ${living}` }];
};
const capped = (table: string, where: string) => ({
  text: `select count(*) from (select id from ${table} where ${where} limit 10001) counted`,
});
const operLogs = (where = 'true', since = '7 days') => {
  const all = `create_time >= now() - interval '${since}' and ${where}`;
  return [{ text: page('sys_oper_log', LOG, all, 'create_time desc, id desc') }, capped('sys_oper_log', all)];
};
const loginLogs = (where = 'true') => {
  const all = `op_date >= now() - interval '7 days' and ${where}`;
  return [{ text: page('sys_login_log', LOGIN, all, 'op_date desc, id desc') }, capped('sys_login_log', all)];
};

interface Calls extends Callers {
  /** a call of the administrator, or of the account with that token */
  readonly get: (path: string, token?: string) => () => Promise<unknown>;
}
const as = (token: string) => ({ authorization: `Bearer ${token}` });
const has = (text: string) => encodeURIComponent(text);

/** What every call pays before its own work. */
function sessionCases({ get, branch }: Calls): Case[] {
  return [
    {
      name: 'guard alone, administrator, 20 at once (`GET /system/dicts/refresh`)',
      load: CROWD,
      run: get('/system/dicts/refresh'),
      bare: [{ text: 'select 1' }],
    },
    {
      name: 'guard alone, account with ordinary roles, 20 at once',
      load: CROWD,
      run: get('/system/dicts/refresh', branch),
      bare: [{ text: 'select 1' }],
    },
    { name: 'guard alone, one at a time', load: SERIAL, run: get('/system/dicts/refresh', branch), bare: [{ text: 'select 1' }] },
    {
      name: 'session and menus (`GET /system/users/route`)',
      load: SERIAL,
      run: get('/system/users/route', branch),
      bare: [
        {
          text: 'select id, parent_id, menu_name, menu_path, menu_component, menu_perms, menu_type from sys_menu where deleted_at is null',
        },
      ],
    },
  ];
}

/** Lists and pickers of accounts. */
function userCases({ get, branch }: Calls): Case[] {
  return [
    { name: 'users, default', load: SERIAL, run: get('/system/users/page'), bare: users() },
    {
      name: 'users, user name contains',
      load: FEW,
      run: get('/system/users/page?username=wangli77'),
      bare: users("username ilike '%wangli77%'"),
    },
    {
      name: 'users, nickname contains (one in 700)',
      load: FEW,
      run: get(`/system/users/page?nickname=${has('王芳')}`),
      bare: users("nickname ilike '%王芳%'"),
    },
    {
      name: 'users, nickname contains (none)',
      load: FEW,
      run: get(`/system/users/page?nickname=${has('欧阳')}`),
      bare: users("nickname ilike '%欧阳%'"),
    },
    {
      name: 'users, branch with 20 departments',
      load: FEW,
      run: get(`/system/users/page?deptId=${SCOPED_DEPT}`),
      bare: users(`dept_id in ${below(SCOPED_DEPT)}`),
    },
    {
      name: 'users, the whole group',
      load: FEW,
      run: get('/system/users/page?deptId=b_root'),
      bare: users(`dept_id in ${below('b_root')}`),
    },
    {
      name: 'users, role of 2,500',
      load: FEW,
      run: get(`/system/users/page?roleId=${SMALL_ROLE}`),
      bare: users(`exists (select 1 from sys_user_role where user_id = sys_user.id and role_id = '${SMALL_ROLE}')`),
    },
    {
      name: 'users, role of 49,000',
      load: FEW,
      run: get(`/system/users/page?roleId=${HALF_ROLE}`),
      bare: users(`exists (select 1 from sys_user_role where user_id = sys_user.id and role_id = '${HALF_ROLE}')`),
    },
    { name: 'users, by user name, page 200', load: FEW, run: get('/system/users/page?sort=username&pageNum=200'), bare: users() },
    {
      name: 'users, caller limited to a branch',
      load: FEW,
      run: get('/system/users/page', branch),
      bare: users(`dept_id in ${below(SCOPED_DEPT)}`),
    },
    {
      name: 'user picker',
      load: SERIAL,
      run: get('/system/users/list'),
      bare: [
        {
          text: "select u.id, u.username, u.nickname, d.dept_name from sys_user u left join sys_dept d on d.id = u.dept_id where u.deleted_at is null and u.status = '1' order by u.username, u.id limit 200",
        },
      ],
    },
    {
      name: 'user picker, typed',
      load: FEW,
      run: get(`/system/users/list?keyword=${has('王芳')}`),
      bare: [
        {
          text: "select u.id, u.username, u.nickname, d.dept_name from sys_user u left join sys_dept d on d.id = u.dept_id where u.deleted_at is null and u.status = '1' and (u.username ilike '%王芳%' or u.nickname ilike '%王芳%') order by u.username, u.id limit 200",
        },
      ],
    },
  ];
}

/** Roles, departments and dictionaries. */
function structureCases({ get }: Calls): Case[] {
  return [
    {
      name: 'roles with the number of their holders',
      load: SERIAL,
      run: get('/system/roles/page'),
      bare: [
        {
          text: 'select id, role_name, role_code, data_scope, sort_no, status from sys_role where deleted_at is null order by sort_no, id limit 20',
        },
        { text: 'select count(*) from sys_role where deleted_at is null' },
      ],
    },
    {
      name: 'departments (picker)',
      load: SERIAL,
      run: get('/system/depts/list'),
      bare: [
        { text: 'select id, parent_id, dept_name, dept_no, sort_no, status from sys_dept where deleted_at is null order by sort_no, id' },
      ],
    },
    {
      name: 'departments (page, with the number of accounts)',
      load: SERIAL,
      run: get('/system/depts/tree'),
      bare: [
        { text: 'select id, parent_id, dept_name, dept_no, sort_no, status from sys_dept where deleted_at is null order by sort_no, id' },
      ],
    },
    {
      name: 'dictionary by code',
      load: SERIAL,
      run: get('/system/dicts/code/sys_user_sex'),
      bare: [
        {
          text: "select i.id, i.dict_id, i.item_text, i.item_value, i.item_sort from sys_dict_item i join sys_dict d on d.id = i.dict_id where d.dict_code = 'sys_user_sex' and d.status = '1' and d.deleted_at is null and i.status = '1' and i.deleted_at is null order by i.item_sort, i.id",
        },
      ],
    },
  ];
}

/** The operation log. */
function operationLogCases({ get, branch }: Calls): Case[] {
  const yearAgo = new Date(Date.now() - 364 * 86_400_000).toISOString();
  return [
    { name: 'operation log, default', load: SERIAL, run: get('/system/logs/page'), bare: operLogs() },
    { name: 'operation log, failed only', load: FEW, run: get('/system/logs/page?result=0'), bare: operLogs("result = '0'") },
    {
      name: 'operation log, title contains',
      load: FEW,
      run: get(`/system/logs/page?title=${has('修改')}`),
      bare: operLogs("title like '%修改%'"),
    },
    {
      name: 'operation log, rare title',
      load: FEW,
      run: get(`/system/logs/page?title=${has('接口密钥')}`),
      bare: operLogs("title like '%接口密钥%'"),
    },
    {
      name: 'operation log, caller limited to a branch',
      load: FEW,
      run: get('/system/logs/page', branch),
      bare: operLogs(`dept_id in ${below(SCOPED_DEPT)}`),
    },
    {
      name: 'operation log, the whole year',
      load: FEW,
      run: get(`/system/logs/page?beginTime=${yearAgo}`),
      bare: operLogs('true', '364 days'),
    },
    {
      name: 'operation log, rare title in the whole year (not a default filter)',
      load: { count: 10, warmup: 2 },
      run: get(`/system/logs/page?beginTime=${yearAgo}&title=${has('接口密钥')}`),
      bare: operLogs("title like '%接口密钥%'", '364 days'),
    },
  ];
}

/** The login log. */
function loginLogCases({ get }: Calls): Case[] {
  return [
    { name: 'login log, default', load: SERIAL, run: get('/system/login/logs/page'), bare: loginLogs() },
    {
      name: 'login log, by name',
      load: FEW,
      run: get('/system/login/logs/page?userName=wangli77'),
      bare: loginLogs("user_name ilike '%wangli77%'"),
    },
    { name: 'login log, failures', load: FEW, run: get('/system/login/logs/page?result=0'), bare: loginLogs("result = '0'") },
  ];
}

/** Tables and columns of a large catalogue, and rows of a source. */
function catalogueCases({ get, client, admin, demoSource }: Calls): Case[] {
  const text = 'select * from dwd.biz_project limit 1000';
  return [
    {
      name: 'tables of a catalogue of 10,000',
      load: FEW,
      run: get(`/data/metadata/tables/page?sourceId=${BIG_SOURCE}`),
      bare: [
        {
          text: `select id, schema_name, table_name, table_comment, row_estimate, size_bytes, column_count from metadata_table where deleted_at is null and source_id = '${BIG_SOURCE}' order by schema_name, table_name, id limit 20`,
        },
        { text: `select count(*) from metadata_table where deleted_at is null and source_id = '${BIG_SOURCE}'` },
      ],
    },
    {
      name: 'tables, name contains',
      load: FEW,
      run: get('/data/metadata/tables/page?tableName=zhao_77'),
      bare: [
        {
          text: "select id, schema_name, table_name, table_comment, row_estimate, size_bytes, column_count from metadata_table where deleted_at is null and (table_name ilike '%zhao_77%' or table_comment ilike '%zhao_77%') order by schema_name, table_name, id limit 20",
        },
        {
          text: "select count(*) from metadata_table where deleted_at is null and (table_name ilike '%zhao_77%' or table_comment ilike '%zhao_77%')",
        },
      ],
    },
    {
      name: 'columns of a catalogue of 120,000',
      load: FEW,
      run: get('/data/metadata/columns/page'),
      bare: [
        {
          text: 'select c.id, t.schema_name, t.table_name, c.column_name, c.column_comment, c.column_position, c.data_type from metadata_column c join metadata_table t on t.id = c.table_id where c.deleted_at is null order by c.table_id, c.column_position, c.id limit 20',
        },
        { text: 'select count(*) from metadata_column where deleted_at is null' },
      ],
    },
    {
      name: 'columns, name contains',
      load: FEW,
      run: get(`/data/metadata/columns/page?columnName=${has('huang_8')}`),
      bare: [
        {
          text: "select c.id, t.schema_name, t.table_name, c.column_name, c.column_comment, c.column_position, c.data_type from metadata_column c join metadata_table t on t.id = c.table_id where c.deleted_at is null and (column_name ilike '%huang\\_8%' or column_comment ilike '%huang\\_8%') order by c.table_id, c.column_position, c.id limit 20",
        },
        {
          text: "select count(*) from metadata_column where deleted_at is null and (column_name ilike '%huang\\_8%' or column_comment ilike '%huang\\_8%')",
        },
      ],
    },
    {
      name: 'SQL console, 1,000 rows through the data gate',
      load: FEW,
      run: () =>
        client.ok('/data/console/sql/run', {
          method: 'POST',
          headers: { ...as(admin), 'content-type': 'application/json' },
          body: JSON.stringify({ sqlKey: `bench${Math.random().toString(36).slice(2)}`, sourceId: demoSource, sqlText: text }),
        }),
      bare: [{ text, database: 'demo' }],
    },
  ];
}

/** The reading calls of the daily work, each with the SQL that a bare driver would need for the same rows. */
export function cases(callers: Callers): Case[] {
  const { client, admin } = callers;
  const get: Calls['get'] =
    (path, token = admin) =>
    () =>
      client.ok(path, { headers: as(token) });
  return [sessionCases, userCases, structureCases, operationLogCases, loginLogCases, catalogueCases].flatMap((some) =>
    some({ ...callers, get }),
  );
}
