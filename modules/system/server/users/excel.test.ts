import { beforeAll, describe, expect, it } from 'vitest';
import { workbook } from '#kit/server/excel/writer.ts';
import { readSheet } from '#kit/server/excel/reader.ts';
import { startApp } from '#kit/test/app.ts';
import { multipart } from '#kit/test/multipart.ts';
import { NO_PASSWORD, verifyPassword } from '../auth/hash.ts';

const app = startApp();
const TITLES = ['用户名', '昵称', '部门编码', '岗位名称', '角色编码', '手机号码', '性别', '状态'];

const file = (rows: string[][]) => sheetOf(TITLES, rows);

async function sheetOf(titles: readonly string[], rows: string[][]): Promise<[Buffer, Record<string, string>]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of workbook([{ name: '用户', columns: titles.map((title) => ({ title, width: 12 })), rows }])) chunks.push(chunk);
  return multipart('用户.xlsx', Buffer.concat(chunks));
}
let deptNo = '';
let roleCode = '';
beforeAll(async () => {
  const dept = await app.make.dept({ deptName: '导入部' });
  deptNo = (await app.admin('GET', `/system/depts/${dept.id}`)).data.deptNo;
  const role = await app.make.role({ perms: [] });
  roleCode = (await app.admin('GET', `/system/roles/${role}`)).data.roleCode;
});
const row = (username: string, over: Partial<Record<'dept' | 'role' | 'phone', string>> = {}) => [
  username,
  `昵称${username}`,
  over.dept ?? deptNo,
  '系统管理员',
  over.role ?? roleCode,
  over.phone ?? '13800000099',
  '男',
  '启用',
];

describe('Excel of accounts', () => {
  it('checks first without writing, then imports all rows or none', async () => {
    const good = await file([row('imp_1'), row('imp_2')]);
    expect((await app.admin('POST', '/system/users/import?commit=0', ...good)).data).toMatchObject({ total: 2, valid: 2, errors: [] });
    expect((await app.admin('GET', '/system/users/page?username=imp_')).data.total).toBe(0);
    const bad = await file([row('imp_1'), row('imp_3', { dept: 'nowhere' }), row('imp_4', { phone: '123' })]);
    const checked = await app.admin('POST', '/system/users/import?commit=0', ...bad);
    expect(checked.data.errors.map((error: { row: number; column: string }) => [error.row, error.column])).toEqual([
      [3, '部门编码'],
      [4, '手机号码'],
    ]);
    expect(await app.admin('POST', '/system/users/import?commit=1', ...bad)).toMatchObject({ status: 422, error: 'import.invalid' });
    expect((await app.admin('GET', '/system/users/page?username=imp_')).data.total).toBe(0);
    expect((await app.admin('POST', '/system/users/import?commit=1', ...good)).status).toBe(200);
    expect((await app.admin('GET', '/system/users/page?username=imp_')).data.total).toBe(2);
  });

  it('imports nothing beyond the rights and the reach of the importer', async () => {
    const dept = await app.make.dept();
    const call = app.as((await app.make.user({ perms: ['system:user:import'], deptId: dept.id, dataScope: '4' })).token);
    const result = await call('POST', '/system/users/import?commit=1', ...(await file([row('imp_8'), row('imp_9', { role: 'admin' })])));
    expect(result.status).toBe(422);
    expect((await app.admin('GET', '/system/users/page?username=imp_8')).data.total).toBe(0);
  });

  it('exports what the caller may see, telephone numbers masked without the edit right', async () => {
    const call = app.as((await app.make.user({ perms: ['system:user:export'] })).token);
    const answer = await call('POST', '/system/users/export', { username: 'imp_1' });
    expect(answer.status).toBe(200);
    const { rows } = await readSheet(answer.raw, 100);
    const text = JSON.stringify(rows);
    expect(text).toContain('138****0099');
    expect(text).not.toContain('13800000099');
    expect(text).not.toMatch(/argon2/);
    expect((await call('POST', '/system/users/import/template')).status).toBe(403);
  });

  it('exports each column that the list shows, with names in place of ids', async () => {
    const dept = await app.make.dept();
    const user = await app.make.user({ deptId: dept.id });
    const columns = [
      'username',
      'nickname',
      'deptId',
      'posts',
      'roles',
      'status',
      'phone',
      'email',
      'lastLoginTime',
      'expireTime',
      'createTime',
    ];
    const answer = await app.admin('POST', '/system/users/export', { username: user.username, columns });
    const { rows } = await readSheet(answer.raw, 100);
    const titles = ['用户名', '昵称', '部门', '岗位', '角色', '状态', '手机号码', '电子邮箱', '最近登录', '有效期至', '创建时间'];
    expect(rows[0]?.cells).toEqual(titles);
    expect(rows[1]?.cells[2]).toMatch(/^部门/);
  });

  it('names both rows of a duplicate in the file', async () => {
    const twice = await file([row('twin_1'), row('twin_2'), row('Twin_1')]);
    const { data } = await app.admin('POST', '/system/users/import?commit=0', ...twice);
    expect(data.errors).toEqual([{ row: 4, column: '用户名', message: '文件内重复：第 2 行与第 4 行的用户名相同' }]);
  });

  it('changes known accounts only when asked to, and keeps what the file leaves empty', async () => {
    expect((await app.admin('POST', '/system/users/import?commit=1', ...(await file([row('upd_1')])))).status).toBe(200);
    const again = await file([row('UPD_1', { phone: '13800000077' }), row('upd_2')]);
    const refused = await app.admin('POST', '/system/users/import?commit=0', ...again);
    expect(refused.data.errors).toEqual([{ row: 2, column: '用户名', message: '该用户名已存在' }]);
    const update = await app.admin('POST', '/system/users/import?commit=0&mode=update', ...again);
    expect(update.data.errors).toEqual([{ row: 3, column: '用户名', message: '该用户名不存在，无法更新' }]);
    const both = await app.admin('POST', '/system/users/import?commit=1&mode=upsert', ...again);
    expect(both, both.msg).toMatchObject({ status: 200 });
    const columns = await sheetOf(['用户名', '昵称', '手机号码'], [['upd_2', '改名', '']]);
    expect((await app.admin('POST', '/system/users/import?commit=1&mode=update', ...columns)).status).toBe(200);
    const { data } = await app.admin('GET', '/system/users/page?username=upd_&sort=username');
    expect(
      data.data.map((user: { username: string; nickname: string; phone: string }) => [user.username, user.nickname, user.phone]),
    ).toEqual([
      ['upd_1', '昵称UPD_1', '138****0077'],
      ['upd_2', '改名', '138****0099'],
    ]);
  });

  it('changes nobody whom the importer may not change', async () => {
    await app.admin('POST', '/system/users/import?commit=1', ...(await file([row('upd_3')])));
    const dept = await app.make.dept();
    const call = app.as((await app.make.user({ perms: ['system:user:import'], deptId: dept.id, dataScope: '4' })).token);
    const others = await sheetOf(
      ['用户名', '昵称'],
      [
        ['upd_3', '越权'],
        ['admin', '越权'],
      ],
    );
    const { data } = await call('POST', '/system/users/import?commit=0&mode=update', ...others);
    expect(data.errors.map((error: { row: number }) => error.row)).toEqual([2, 3]);
    expect((await call('POST', '/system/users/import?commit=1&mode=update', ...others)).status).toBe(422);
    const secadmin = app.as((await app.make.user({ perms: ['system:user:import'], dataScope: '1' })).token);
    const moved = await sheetOf(['用户名', '手机号码'], [['admin', '13800000055']]);
    expect((await secadmin('POST', '/system/users/import?commit=1&mode=update', ...moved)).status).toBe(422);
  });

  it('gives an account without a password in the file none, which nobody can sign in with', async () => {
    await app.admin('POST', '/system/users/import?commit=1', ...(await file([row('bare_1')])));
    const { data } = await app.admin('GET', '/system/users/page?hasPassword=0&username=bare_');
    expect(data.data.map((user: { username: string }) => user.username)).toEqual(['bare_1']);
    expect(await verifyPassword(NO_PASSWORD, NO_PASSWORD)).toBe(false);
  });

  it('hashes the passwords of a file, and a check hashes none', async () => {
    const titles = [...TITLES, '初始密码'];
    const one = await sheetOf(titles, [[...row('pass_1'), 'Sunny@Day2026_abcd']]);
    expect((await app.admin('POST', '/system/users/import?commit=0', ...one)).data).toMatchObject({ valid: 1 });
    expect((await app.admin('POST', '/system/users/import?commit=1', ...one)).status).toBe(200);
    const stored = await app.database.db
      .selectFrom('sysUser')
      .select('passwordHash')
      .where('username', '=', 'pass_1')
      .executeTakeFirstOrThrow();
    expect(await verifyPassword(stored.passwordHash, 'Sunny@Day2026_abcd')).toBe(true);
  });

  it('asks for the roles that the system administrator does not give, for all rows of a file', async () => {
    const sysadmin = app.as((await app.make.user({ roles: ['sysadmin'] })).token);
    const granted = await app.make.role({ perms: ['system:role:list'] });
    const { roleCode: code } = (await app.admin('GET', `/system/roles/${granted}`)).data;
    const rows = await file([row('ask_1', { role: code }), row('ask_2', { role: code }), row('ask_3')]);
    const done = await sysadmin('POST', '/system/users/import?commit=1', ...rows);
    expect(done, done.msg).toMatchObject({ status: 200 });
    const { data } = await app.admin('GET', '/system/users/page?username=ask_&isWaiting=1&sort=username');
    expect(
      data.data.map((user: { username: string; roles: { id: string }[] }) => [user.username, user.roles.map((each) => each.id)]),
    ).toEqual([
      ['ask_1', ['unassigned']],
      ['ask_2', ['unassigned']],
    ]);
  });
});
