import type pg from 'pg';

/** What the cases need to know of the rows. */
export const ROWS = { users: 100_000, operLogs: 1_000_000, loginLogs: 1_000_000, tables: 10_000, columns: 120_000 } as const;
export const SCOPED_DEPT = 'b_3';
export const HALF_ROLE = 'b_half';
export const SMALL_ROLE = 'b_role_7';
export const BIG_SOURCE = 'b_source';

const SURNAMES = '张王李赵刘陈杨黄周吴徐孙马朱胡郭何林罗高郑梁谢宋唐许韩冯邓曹';
const GIVEN = '伟芳娜敏静丽强磊军洋勇艳杰娟涛明超霞平刚桂英华玉兰飞鹏浩宇欣然子涵雨晨思远嘉怡';
const PINYIN = ['zhang', 'wang', 'li', 'zhao', 'liu', 'chen', 'yang', 'huang', 'zhou', 'wu', 'xu', 'sun', 'ma', 'zhu', 'hu'];

/** A character of a fixed text, picked by the row number: names repeat as names do. */
const pick = (text: string, by: string) => `substr('${text}', 1 + (${by}) % ${text.length}, 1)`;
const from = (words: readonly string[], by: string) =>
  `(array[${words.map((word) => `'${word}'`).join(', ')}])[1 + (${by}) % ${words.length}]`;
/** Newer rows have larger ids, as everywhere in the product. */
const id = (series: string) => `(3000000000000000000 - ${series})::text`;

const DEPTS = `
  insert into sys_dept (id, parent_id, dept_name, dept_no, path) values ('b_root', '0', '集团', 'B', '/b_root/');
  insert into sys_dept (id, parent_id, dept_name, dept_no, path)
    select 'b_' || a, 'b_root', '分公司' || a, 'B' || a, '/b_root/b_' || a || '/' from generate_series(1, 15) a;
  insert into sys_dept (id, parent_id, dept_name, dept_no, path)
    select 'b_' || a || '_' || b, 'b_' || a, '部门' || b, 'B' || a || '_' || b, '/b_root/b_' || a || '/b_' || a || '_' || b || '/'
    from generate_series(1, 15) a, generate_series(1, 4) b;
  insert into sys_dept (id, parent_id, dept_name, dept_no, path)
    select d.id || '_' || c, d.id, '小组' || c, d.dept_no || '_' || c, d.path || d.id || '_' || c || '/'
    from sys_dept d, generate_series(1, 4) c where d.id like 'b\\_%\\_%'`;

const ROLES = `
  insert into sys_role (id, role_name, role_code, data_scope, sort_no)
    select 'b_role_' || n, '压测角色' || n, 'b_role_' || n, (1 + n % 5)::text, n from generate_series(1, 40) n
    union all select 'b_staff', '全体员工', 'b_staff', '5', 90 union all select '${HALF_ROLE}', '半数员工', '${HALF_ROLE}', '5', 91
    union all select 'b_reader', '分公司管理员', 'b_reader', '4', 92;
  insert into sys_role_menu (role_id, menu_id)
    select r.id, m.id from sys_role r, sys_menu m where m.deleted_at is null
      and (r.id = 'b_reader' or r.id like 'b\\_role\\_%' and abs(hashtext(r.id || m.id)) % 4 = 0)`;

const USERS = `
  insert into sys_user (id, username, nickname, password_hash, phone, dept_id, status, create_time, last_login_time, deleted_at)
    select ${id('n')}, ${from(PINYIN, 'n * 7')} || ${from(PINYIN, 'n / 3')} || n,
      ${pick(SURNAMES, 'n * 7')} || ${pick(GIVEN, 'n / 3')} || case when n % 3 > 0 then ${pick(GIVEN, 'n / 7')} else '' end,
      'none', (13900000000 + n)::text, d.ids[1 + (n * 31) % cardinality(d.ids)], case when n % 40 = 0 then '0' else '1' end,
      now() - n * interval '25 minutes', now() - (n % 9000) * interval '1 hour', case when n % 50 = 0 then now() end
    from generate_series(1, ${ROWS.users}) n, (select array_agg(id order by id) ids from sys_dept where id like 'b\\_%\\_%') d;
  insert into sys_user_role (user_id, role_id)
    select ${id('n')}, r from generate_series(1, ${ROWS.users}) n,
      lateral (select 'b_staff' r union all select '${HALF_ROLE}' where n % 2 = 1 union all select 'b_role_' || 1 + n % 40) roles where n % 50 > 0;
  insert into sys_user_post (user_id, post_id)
    select ${id('n')}, p.ids[1 + n % cardinality(p.ids)] from generate_series(1, ${ROWS.users}) n,
      (select array_agg(id) ids from sys_post where deleted_at is null) p`;

const TITLES = [
  '修改用户',
  '新增用户',
  '修改角色',
  '修改菜单',
  '修改参数',
  '新增字典项',
  '登录锁定解除',
  '同步元数据',
  '导出用户',
  '上传文件',
];
/** Some 5,000 accounts work in the system every day; one title is rare. */
const LOGS = `
  create temporary table actor as select row_number() over (order by id desc) - 1 as no, id, username, dept_id from sys_user
    where id like '2999999999999%' order by id desc limit 5000;
  create index on actor (no); analyze actor;
  insert into sys_oper_log (id, module, title, user_id, user_name, dept_id, remote_addr, request_uri, request_method, params, time_ms, browser, os,
      result, ex_code, ex_msg, changes, request_id, create_time)
    select ${id('n')}, ${from(['system', 'system', 'metadata', 'files'], 'n')},
      case when n % 5000 = 17 then '导出接口密钥' else ${from(TITLES, 'n * 13 / 7')} end,
      a.id, a.username, a.dept_id, '10.8.' || n % 60 || '.' || n % 250, '/system/users/' || a.id, ${from(['PUT', 'POST', 'DELETE', 'PUT'], 'n')},
      '{"id":"' || a.id || '"}', 5 + n % 90, 'Chrome 130', 'Windows 10', case when n % 50 = 3 then '0' else '1' end,
      case when n % 50 = 3 then 'entity.versionConflict' end, case when n % 50 = 3 then '数据已被他人修改，请刷新后重试' end,
      jsonb_build_array(jsonb_build_object('entity', '用户', 'id', a.id, 'name', a.username,
        'fields', jsonb_build_array(jsonb_build_object('field', 'remark', 'before', '旧备注 ' || n, 'after', '新备注 ' || n)))),
      to_hex(n), now() - n * interval '31.5 seconds'
    from generate_series(1, ${ROWS.operLogs}) n join actor a on a.no = (n::bigint * 2654435761 % 5000);
  insert into sys_oper_log_entity (entity_id, log_id, create_time) select user_id, id, create_time from sys_oper_log where id like '2999999999999%';
  insert into sys_login_log (id, event, result, reason, user_id, user_name, dept_id, op_ip, op_os, op_browser, op_date)
    select ${id('n')}, case when n % 3 = 0 then 'logout' else 'login' end, case when n % 20 = 1 then '0' else '1' end,
      case when n % 20 = 1 then '用户名或密码错误' end, a.id, a.username, a.dept_id, '10.8.' || n % 60 || '.' || n % 250, 'Windows 10', 'Chrome 130',
      now() - n * interval '31.5 seconds'
    from generate_series(1, ${ROWS.loginLogs}) n join actor a on a.no = (n::bigint * 40503 % 5000);
  drop table actor`;

const CATALOGUE = `
  insert into metadata_source (id, source_name, db_type, host, port, db_name, is_sync, table_count, column_count)
    values ('${BIG_SOURCE}', '压测数据源', '5', 'db.example', 5432, 'big', '2', ${ROWS.tables}, ${ROWS.columns});
  insert into metadata_table (id, source_id, schema_name, table_name, table_kind, table_comment, row_estimate, size_bytes, column_count, fingerprint)
    select ${id('n')}, '${BIG_SOURCE}', ${from(['ods', 'dwd', 'dws', 'ads'], 'n')}, 't_' || ${from(PINYIN, 'n')} || '_' || n, 'table',
      '业务表' || n, n * 100, n * 8192, 12, md5(n::text)
    from generate_series(1, ${ROWS.tables}) n;
  insert into metadata_column (id, source_id, table_id, column_name, column_comment, column_position, data_type)
    select (2900000000000000000 - t * 12 - c)::text, '${BIG_SOURCE}', ${id('t')}, ${from(PINYIN, 'c')} || '_' || c, '字段' || c, c,
      ${from(['text', 'bigint', 'numeric(18,2)', 'timestamp with time zone'], 'c')}
    from generate_series(1, ${ROWS.tables}) t, generate_series(1, ${ROWS.columns / ROWS.tables}) c`;

/** Rows of a large installation in its second year, made by the database itself; names, skew and dates as real ones have them. */
export async function fillLargeTables(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    for (const text of [DEPTS, ROLES, USERS, LOGS, CATALOGUE]) await client.query(text);
    await client.query('vacuum analyze');
    await client.query('checkpoint');
  } finally {
    client.release();
  }
}
