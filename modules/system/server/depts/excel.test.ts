import { beforeAll, describe, expect, it } from 'vitest';
import { readSheet } from '#kit/server/excel/reader.ts';
import { workbook } from '#kit/server/excel/writer.ts';
import { startApp } from '#kit/test/app.ts';
import { multipart } from '#kit/test/multipart.ts';

const app = startApp();
const TITLES = ['部门名称', '部门编码', '上级部门', '负责人用户名', '排序', '状态'];
type Cells = (string | number | null)[];

async function file(rows: Cells[], titles = TITLES): Promise<[Buffer, Record<string, string>]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of workbook([{ name: '部门', columns: titles.map((title) => ({ title, width: 12 })), rows }])) chunks.push(chunk);
  return multipart('部门.xlsx', Buffer.concat(chunks));
}
const send = async (query: string, rows: Cells[], titles?: string[], call = app.admin) =>
  call('POST', `/system/depts/import?${query}`, ...(await file(rows, titles)));
const placeOf = async (deptNo: string) => {
  const { db } = app.database;
  const row = await db.selectFrom('sysDept').select('path').where('deptNo', '=', deptNo).where('deletedAt', 'is', null).executeTakeFirst();
  const ids = row?.path.split('/').filter(Boolean) ?? [];
  const rows = ids.length === 0 ? [] : await db.selectFrom('sysDept').select(['id', 'deptName']).where('id', 'in', ids).execute();
  return ids.map((id) => rows.find((each) => each.id === id)?.deptName).join('/');
};

beforeAll(async () => {
  await app.make.user({ username: 'leader_li', nickname: '李部长' });
});

describe('Excel of departments', () => {
  it('makes a tree from a file in which children stand before their parents, by code or by names', async () => {
    const rows: Cells[] = [
      ['前端组', 'T-11', '图集团/研发中心', null, 1, '启用'],
      ['研发中心', 'T-1', 'T-0', 'leader_li', 1, '启用'],
      ['图集团', 'T-0', null, null, 1, '启用'],
      ['市场部', 'T-2', '图集团', '李部长', 2, '禁用'],
    ];
    expect((await send('commit=0', rows)).data).toEqual({ total: 4, valid: 4, errors: [] });
    expect(await placeOf('T-0')).toBe('');
    const done = await send('commit=1', rows);
    expect(done, done.msg).toMatchObject({ status: 200 });
    expect(await placeOf('T-11')).toBe('图集团/研发中心/前端组');
    const tree = (await app.admin('GET', '/system/depts/tree?deptNo=T-')).data;
    expect(
      tree.map((dept: { deptName: string; leaderName: string | null; status: string }) => [dept.deptName, dept.leaderName, dept.status]),
    ).toEqual(
      expect.arrayContaining([
        ['研发中心', '李部长', '1'],
        ['市场部', '李部长', '0'],
      ]),
    );
  });

  it('says row by row what is wrong', async () => {
    const { data } = await send('commit=0', [
      ['甲', 'E-1', '不存在的部门', null, 1, null],
      ['乙', 'E-2', null, 'nobody_at_all', 1, null],
      ['丙', 'e-2', null, null, 1, null],
      ['前端组', 'E-4', 'T-1', null, 1, null],
      ['研发', 'T-1', null, null, 1, null],
    ]);
    expect(data.errors).toEqual([
      { row: 2, column: '上级部门', message: '上级部门 不存在的部门 不存在或不唯一，请填写部门编码或从顶级写起的完整路径' },
      { row: 3, column: '负责人用户名', message: '负责人 nobody_at_all 不存在或有多人同名，请填写用户名' },
      { row: 4, column: '部门编码', message: '文件内重复：第 3 行与第 4 行的部门编码相同' },
      { row: 5, column: '部门名称', message: '同一上级下已有同名部门' },
      { row: 6, column: '部门编码', message: '部门编码已存在' },
    ]);
  });

  it('refuses a circle and names it, also one that a move would close', async () => {
    const made = await send('commit=0', [
      ['圆一', 'C-1', 'C-2', null, 1, null],
      ['圆二', 'C-2', 'C-1', null, 1, null],
    ]);
    expect(made.data.errors.map((error: { message: string }) => error.message)).toEqual([
      '上级部门形成循环：圆一 → 圆二 → 圆一',
      '上级部门形成循环：圆二 → 圆一 → 圆二',
    ]);
    const moved = await send('commit=1&mode=update', [['T-0', 'T-11']], ['部门编码', '上级部门']);
    expect(moved).toMatchObject({ status: 422, error: 'import.invalid' });
    expect(moved.data.errors[0].message).toContain('形成循环');
  });

  it('turns a branch round in one file, and keeps what is left empty', async () => {
    // the lower one goes to the top and the upper one below it
    const rows: Cells[] = [
      ['T-1', 'T-11', null],
      ['T-11', 'T-0', '李部长'],
    ];
    const turned = await send('commit=1&mode=update', rows, ['部门编码', '上级部门', '负责人用户名']);
    expect(turned, turned.msg).toMatchObject({ status: 200 });
    expect(await placeOf('T-1')).toBe('图集团/前端组/研发中心');
    const [dept] = (await app.admin('GET', '/system/depts/tree?deptNo=T-1')).data.filter((row: { deptNo: string }) => row.deptNo === 'T-1');
    expect(dept).toMatchObject({ deptName: '研发中心', leaderName: '李部长', sortNo: 1 });
    const both = await send('commit=1&mode=upsert', [
      ['研发总部', 'T-1', '顶级部门', null, 7, null],
      ['测试组', 'T-12', '研发总部', null, 1, null],
    ]);
    expect(both, both.msg).toMatchObject({ status: 200 });
    expect(await placeOf('T-12')).toBe('研发总部/测试组');
  });

  it('takes an export back without a change, whatever columns were shown', async () => {
    const answer = await app.admin('POST', '/system/depts/export', { deptNo: 'T-', columns: ['deptName', 'userCount'] });
    const { rows } = await readSheet(answer.raw, 100);
    expect(rows[0]?.cells).toEqual(['部门名称', '人数', '部门编码', '上级部门', '负责人用户名']);
    expect(rows.find((row) => row.cells[2] === 'T-12')?.cells[3]).toBe('研发总部');
    const versions = () => app.database.db.selectFrom('sysDept').select(['id', 'version']).orderBy('id').execute();
    const before = await versions();
    const again = await app.admin('POST', '/system/depts/import?commit=1&mode=update', ...multipart('部门.xlsx', answer.raw));
    expect(again, again.msg).toMatchObject({ status: 200 });
    expect(await versions()).toEqual(before);
  });

  it('needs permissions of its own and stays within the reach of the caller', async () => {
    const nobody = app.as((await app.make.user({ perms: ['system:dept:list', 'system:dept:add', 'system:dept:edit'] })).token);
    expect((await send('commit=0', [], TITLES, nobody)).status).toBe(403);
    expect((await nobody('POST', '/system/depts/export', {})).status).toBe(403);
    const dept = await app.make.dept({ deptName: '界内' });
    const { deptNo } = (await app.admin('GET', `/system/depts/${dept.id}`)).data;
    const perms = ['system:dept:import', 'system:dept:export'];
    const local = app.as((await app.make.user({ perms, deptId: dept.id, dataScope: '4' })).token);
    const { data } = await send(
      'commit=0&mode=upsert',
      [
        ['新顶级', 'R-1', null, null, 1, null],
        ['界外之下', 'R-2', 'T-0', null, 1, null],
        ['图集团改', 'T-0', null, null, 1, null],
        ['界内之下', 'R-3', deptNo, null, 1, null],
      ],
      TITLES,
      local,
    );
    expect(data.errors).toEqual([
      { row: 2, column: '上级部门', message: '上级部门不在您的数据范围内' },
      { row: 3, column: '上级部门', message: '上级部门不在您的数据范围内' },
      { row: 4, column: '部门编码', message: '该部门不在您的数据范围内，无法更新' },
    ]);
    const { rows } = await readSheet((await local('POST', '/system/depts/export', {})).raw, 100);
    expect(rows.slice(1, -1).map((row) => row.cells[0])).toEqual(['界内']);
  });

  it('is work of the system administrator alone among the three', async () => {
    const call = async (role: string) => app.as((await app.make.user({ roles: [role] })).token);
    const rows: Cells[] = [['三员部', 'S-1', null, null, 1, null]];
    const sysadmin = await send('commit=1', rows, TITLES, await call('sysadmin'));
    expect(sysadmin, sysadmin.msg).toMatchObject({ status: 200 });
    for (const role of ['secadmin', 'auditadmin']) expect((await send('commit=0', rows, TITLES, await call(role))).status).toBe(403);
  });
});
