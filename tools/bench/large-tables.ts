import type pg from 'pg';

/** 100,000 users, 1,000,000 operation-log and login-log rows, spread over a year, made by the database itself. */
export async function fillLargeTables(pool: pg.Pool): Promise<void> {
  await pool.query(`insert into sys_dept (id, parent_id, dept_name, dept_no, path)
    select 'bench' || n, '0', '压测部门' || n, 'B' || n, '/bench' || n || '/' from generate_series(1, 100) n`);
  await pool.query(`insert into sys_user (id, username, nickname, password_hash, phone, dept_id, create_time)
    select (3000000000000000000 + n)::text, 'b' || n, '员工' || n, 'none', (13900000000 + n)::text, 'bench' || (n % 100 + 1), now() - n * interval '5 minutes'
    from generate_series(1, 100000) n`);
  await pool.query(`insert into sys_oper_log (id, module, title, user_name, remote_addr, request_uri, request_method, time_ms, result, request_id, create_time)
    select (3000000000000000000 + n)::text, (array['system', 'metadata', 'files'])[n % 3 + 1], '修改用户', 'b' || n % 1000, '10.0.0.1', '/system/users/1', 'PUT', n % 90, '1', 'bench', now() - n * interval '30 seconds'
    from generate_series(1, 1000000) n`);
  await pool.query(`insert into sys_login_log (id, result, user_name, op_ip, op_date)
    select (3000000000000000000 + n)::text, '1', 'b' || n % 1000, '10.0.0.1', now() - n * interval '30 seconds' from generate_series(1, 1000000) n`);
  await pool.query('vacuum analyze');
}
