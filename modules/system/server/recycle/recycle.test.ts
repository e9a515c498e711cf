import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { autoPurge } from './auto-purge.ts';
import { recyclables } from './registry.ts';

const app = startApp();
const RECYCLE = '/system/recycle';
const DAY_MS = 86_400_000;

interface Line {
  id: string;
  entity: string;
  rowId: string;
  entityLabel: string;
  name: string;
  deletedBy: string | null;
  daysLeft: number | null;
  deptName: string | null;
}
const bin = async (send: Send, query = ''): Promise<Line[]> => (await send('GET', `${RECYCLE}/page?pageSize=200&${query}`)).data.data;
const restore = (send: Send, ...items: [entity: string, id: string][]) =>
  send('POST', `${RECYCLE}/restore`, { items: items.map(([entity, id]) => ({ entity, id })) });
const purge = (send: Send, ...items: [entity: string, id: string][]) =>
  send('POST', `${RECYCLE}/purge`, { items: items.map(([entity, id]) => ({ entity, id })) });
const make = async (path: string, body: object): Promise<string> => {
  const answer = await app.admin('POST', path, body);
  expect(answer, answer.msg).toMatchObject({ status: 200 });
  return answer.data.id;
};
const remove = async (path: string, id: string): Promise<void> => {
  const answer = await app.admin('DELETE', `${path}/${id}`);
  expect(answer, answer.msg).toMatchObject({ status: 200 });
};
const post = async (name: string): Promise<string> => {
  const id = await make('/system/posts', { postName: name });
  await remove('/system/posts', id);
  return id;
};
const stored = (table: string, id: string) =>
  app.database.db
    .selectFrom(table as 'sysPost')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst() as Promise<Record<string, unknown> | undefined>;

let n = 0;
const user = async (deptId: string, roleList?: string[]) =>
  make('/system/users', {
    username: `bin_${++n}`,
    nickname: `回收${n}`,
    deptId,
    roleList: roleList ?? [await app.make.role({ perms: ['system:post:list'] })],
    postList: [await make('/system/posts', { postName: `回收岗${n}` })],
    phone: '13800001234',
    password: 'Correct@Horse2026x',
  });

describe('every kind of the module', () => {
  let dept = '';
  beforeAll(async () => {
    dept = (await app.make.dept({ deptName: '回收部' })).id;
  });
  const kinds: [table: string, path: string, create: () => Promise<string>][] = [
    ['sysUser', '/system/users', () => user(dept)],
    [
      'sysRole',
      '/system/roles',
      () => make('/system/roles', { roleName: '回收角色', roleCode: 'bin_role', dataScope: '5', menuList: [], deptList: [] }),
    ],
    ['sysDept', '/system/depts', () => make('/system/depts', { deptName: '回收下级', deptNo: 'BIN1', parentId: dept })],
    ['sysPost', '/system/posts', () => make('/system/posts', { postName: '回收岗位', postCode: 'bin_post' })],
    ['sysDict', '/system/dicts', () => make('/system/dicts', { dictName: '回收字典', dictCode: 'bin_dict' })],
    [
      'sysDictItem',
      '/system/dict/items',
      async () =>
        make('/system/dict/items', {
          dictId: await make('/system/dicts', { dictName: '回收项', dictCode: 'bin_items' }),
          itemText: '1',
          itemValue: '一',
        }),
    ],
    [
      'sysConfig',
      '/system/configs',
      () => make('/system/configs', { configName: '回收参数', configKey: 'bin.key', configValue: 'x', configType: 'text' }),
    ],
    [
      'sysMenu',
      '/system/menus',
      () =>
        make('/system/menus', {
          parentId: '0',
          menuName: '回收菜单',
          menuType: '1',
          menuPath: '/bin',
          menuComponent: 'basic/system/post/index',
        }),
    ],
    [
      'metadataSource',
      '/data/metadata/sources',
      () =>
        make('/data/metadata/sources', {
          sourceName: '回收源',
          dbType: '5',
          status: '1',
          schemas: [],
          dbSchema: { host: 'db.example.com', port: 5432, dbName: 'x', username: 'u', password: 'Secret#1', sslMode: 'prefer' },
        }),
    ],
  ];

  it.each(kinds)('%s: deleted and restored, it is the row that it was', async (table, path, create) => {
    const id = await create();
    const before = await stored(table, id);
    await remove(path, id);
    const line = (await bin(app.admin, `entity=${table}`)).find((each) => each.rowId === id);
    expect(line).toMatchObject({ entity: table, deletedBy: '系统管理员', daysLeft: 90 });
    const detail = await app.admin('GET', `${RECYCLE}/${table}/${id}`);
    expect(detail.data.fields.length).toBeGreaterThan(3);
    expect(JSON.stringify(detail.body)).not.toMatch(/argon2|passwordSealed|passwordHash/);
    expect(detail.data.fields.find((field: { field: string }) => field.field === 'createBy')).toMatchObject({
      label: '创建人',
      value: '系统管理员',
    });
    expect(detail.data.fields.find((field: { field: string }) => field.field === 'status')).toMatchObject({ dict: 'sys_common_status' });
    const answer = await restore(app.admin, [table, id]);
    expect(answer, answer.msg).toMatchObject({ status: 200 });
    const after = await stored(table, id);
    const { version, updateBy: _by, updateTime: _time, passwordSealed: _sealed, ...same } = before ?? {};
    expect(after).toMatchObject(same);
    expect(after?.['version']).toBe((version as number) + 1);
    expect((await bin(app.admin, `entity=${table}`)).some((each) => each.rowId === id)).toBe(false);
    const changes = await app.admin('GET', `/system/logs/changes?entityId=${id}`);
    expect(changes.data[0]).toMatchObject({ title: '恢复已删除数据' });
  });

  it('is readable in the list whatever module it comes from', async () => {
    const { data } = await app.admin('GET', `${RECYCLE}/entities`);
    expect(data.map((each: { entity: string }) => each.entity)).toEqual(recyclables(app.node.app).map((each) => each.table));
    for (const { entity } of data as { entity: string }[])
      expect(await app.admin('GET', `${RECYCLE}/page?entity=${entity}&keyword=x&deletedBy=y`), entity).toMatchObject({ status: 200 });
    const posts = data.find((each: { entity: string }) => each.entity === 'sysPost');
    expect(posts).toMatchObject({ label: '岗位', removePath: '/system/posts/:id' });
  });

  it('filters by kind, name, person and time', async () => {
    const id = await post('找得到的岗位');
    const only = async (query: string) => (await bin(app.admin, query)).map((line) => line.rowId);
    expect(await only('keyword=找得到')).toEqual([id]);
    expect(await only('keyword=找得到&entity=sysDict')).toEqual([]);
    expect(await only('keyword=找得到&deletedBy=系统')).toEqual([id]);
    expect(await only('keyword=找得到&deletedBy=别人')).toEqual([]);
    const later = encodeURIComponent(new Date(Date.now() + 60_000).toISOString());
    expect(await only(`keyword=找得到&beginTime=${later}`)).toEqual([]);
    expect(await only(`keyword=${encodeURIComponent("'; -- %_\\")}`)).toEqual([]);
  });
});

describe('rights', () => {
  it('needs its permissions, and for each kind the permission to delete it', async () => {
    const id = await post('权限岗位');
    expect((await app.stranger('GET', `${RECYCLE}/page`)).status).toBe(401);
    const without = app.as((await app.make.user({ perms: ['system:post:remove'] })).token);
    expect((await without('GET', `${RECYCLE}/page`)).status).toBe(403);
    expect((await restore(without, ['sysPost', id])).status).toBe(403);
    const other = app.as((await app.make.user({ perms: ['system:recycle:list', 'system:recycle:restore', 'system:recycle:purge'] })).token);
    expect(await bin(other)).toEqual([]);
    expect((await other('GET', `${RECYCLE}/sysPost/${id}`)).status).toBe(404);
    expect((await restore(other, ['sysPost', id])).status).toBe(404);
    expect((await purge(other, ['sysPost', id])).status).toBe(404);
    const reader = app.as((await app.make.user({ perms: ['system:recycle:list', 'system:post:remove'] })).token);
    expect((await bin(reader)).map((line) => line.entity)).toContain('sysPost');
    expect((await restore(reader, ['sysPost', id])).status).toBe(403);
    expect((await purge(reader, ['sysPost', id])).status).toBe(403);
    expect((await restore(app.admin, ['sysSession', id])).status).toBe(404);
    expect((await restore(app.admin, ['sysPost"; drop table x', id])).status).toBe(400);
  });

  it('reaches no further than the data scope of that permission', async () => {
    const [own, foreign] = [await app.make.dept(), await app.make.dept()];
    const perms = ['system:recycle:list', 'system:recycle:restore', 'system:recycle:purge', 'system:user:remove', 'system:post:list'];
    const head = await app.make.user({ perms, deptId: own.id, dataScope: '4' });
    const narrow = await app.make.role({ perms: ['system:post:list'], dataScope: '5' });
    const [mine, theirs] = [await user(own.id, [narrow]), await user(foreign.id, [narrow])];
    await remove('/system/users', mine);
    await remove('/system/users', theirs);
    const send = app.as(head.token);
    expect((await bin(send, 'entity=sysUser')).map((line) => line.rowId)).toEqual([mine]);
    expect((await send('GET', `${RECYCLE}/sysUser/${theirs}`)).status).toBe(404);
    expect((await restore(send, ['sysUser', mine], ['sysUser', theirs])).status).toBe(404);
    expect((await bin(send, 'entity=sysUser')).map((line) => line.rowId)).toEqual([mine]);
    expect((await purge(send, ['sysUser', theirs])).status).toBe(404);
    const self = app.as((await app.make.user({ perms, dataScope: '5' })).token);
    expect(await bin(self, 'entity=sysUser')).toEqual([]);
  });

  it('gives nobody what the restorer does not hold', async () => {
    const { id: deptId } = await app.make.dept();
    const strong = await app.make.role({ perms: ['system:menu:edit'] });
    const id = await user(deptId, [strong]);
    await remove('/system/users', id);
    const weak = app.as((await app.make.user({ perms: ['system:recycle:restore', 'system:user:remove'] })).token);
    expect(await restore(weak, ['sysUser', id])).toMatchObject({ status: 422, error: 'grant.beyondOwn' });
    expect((await restore(app.admin, ['sysUser', id])).status).toBe(200);
  });
});

describe('restoring', () => {
  it('refuses when the name was given away meanwhile, and says which', async () => {
    const id = await post('抢手岗位');
    await make('/system/posts', { postName: '抢手岗位' });
    expect(await restore(app.admin, ['sysPost', id])).toMatchObject({
      status: 409,
      error: 'entity.duplicate',
      msg: '岗位“抢手岗位”不能恢复：岗位名称已被其他数据使用，请先修改后再恢复',
    });
  });

  it('is whole or not at all', async () => {
    const [good, taken] = [await post('整批一'), await post('整批二')];
    await make('/system/posts', { postName: '整批二' });
    expect((await restore(app.admin, ['sysPost', good], ['sysPost', taken])).status).toBe(409);
    expect((await app.admin('GET', `/system/posts/${good}`)).status).toBe(404);
    expect((await restore(app.admin, ['sysPost', good], ['sysPost', '42'])).status).toBe(404);
    const many = Array.from({ length: 501 }, (_, i): [string, string] => ['sysPost', String(i)]);
    expect((await restore(app.admin, ...many)).status).toBe(400);
  });

  it('asks for the parent first, or takes both in any order', async () => {
    const parent = await make('/system/depts', { deptName: '上级', deptNo: 'BIN2', parentId: '0' });
    const child = await make('/system/depts', { deptName: '下级', deptNo: 'BIN3', parentId: parent });
    await remove('/system/depts', child);
    await remove('/system/depts', parent);
    expect(await restore(app.admin, ['sysDept', child])).toMatchObject({
      status: 422,
      msg: '部门“下级”的上级部门已删除，请先恢复上级部门',
    });
    expect((await restore(app.admin, ['sysDept', child], ['sysDept', parent])).status).toBe(200);
    expect(await stored('sysDept', child)).toMatchObject({ path: `/${parent}/${child}/`, deletedAt: null });
  });

  it('of a department follows a parent that has moved', async () => {
    const [a, b] = [
      await make('/system/depts', { deptName: '甲地', deptNo: 'BIN4', parentId: '0' }),
      await make('/system/depts', { deptName: '乙地', deptNo: 'BIN5', parentId: '0' }),
    ];
    const child = await make('/system/depts', { deptName: '随迁', deptNo: 'BIN6', parentId: a });
    await remove('/system/depts', child);
    const { data } = await app.admin('GET', `/system/depts/${a}`);
    expect((await app.admin('PUT', `/system/depts/${a}`, { ...data, parentId: b })).status).toBe(200);
    expect((await restore(app.admin, ['sysDept', child])).status).toBe(200);
    expect(await stored('sysDept', child)).toMatchObject({ path: `/${b}/${a}/${child}/` });
  });

  it('of a dictionary brings the items that went with it, not those deleted before', async () => {
    const dictId = await make('/system/dicts', { dictName: '带项', dictCode: 'bin_with' });
    const item = (text: string) => make('/system/dict/items', { dictId, itemText: text, itemValue: `值${text}` });
    const [early, late] = [await item('1'), await item('2')];
    await remove('/system/dict/items', early);
    await remove('/system/dicts', dictId);
    const lines = (await bin(app.admin)).map((line) => line.rowId);
    expect(lines).toContain(dictId);
    expect(lines).toContain(early);
    expect(lines).not.toContain(late);
    expect(await restore(app.admin, ['sysDictItem', early])).toMatchObject({ status: 422, msg: '字典项“值1”的字典已删除，请先恢复字典' });
    expect((await restore(app.admin, ['sysDict', dictId])).status).toBe(200);
    const { data } = await app.admin('GET', '/system/dicts/code/bin_with');
    expect(data.map((each: { itemText: string }) => each.itemText)).toEqual(['2']);
  });

  it('of an account brings its roles and posts back, but no session', async () => {
    const { id: deptId } = await app.make.dept();
    const id = await user(deptId);
    const token = await app.make.token(id);
    await app.database.db.updateTable('sysUser').set({ mustChangePassword: '0' }).where('id', '=', id).execute();
    expect((await app.as(token)('GET', '/system/posts/page')).status).toBe(200);
    const before = (await app.admin('GET', `/system/users/${id}`)).data;
    await remove('/system/users', id);
    expect((await app.as(token)('GET', '/system/posts/page')).status).toBe(401);
    expect((await restore(app.admin, ['sysUser', id])).status).toBe(200);
    expect((await app.as(token)('GET', '/system/posts/page')).status).toBe(401);
    const after = (await app.admin('GET', `/system/users/${id}`)).data;
    expect(after).toMatchObject({ roleList: before.roleList, postList: before.postList, status: '1', deptId });
  });

  it('of an account whose department is gone asks for the department', async () => {
    const deptId = await make('/system/depts', { deptName: '散伙部', deptNo: 'BIN7', parentId: '0' });
    const id = await user(deptId);
    await remove('/system/users', id);
    await remove('/system/depts', deptId);
    expect(await restore(app.admin, ['sysUser', id])).toMatchObject({ status: 422, msg: expect.stringContaining('部门已删除') as string });
    expect((await restore(app.admin, ['sysUser', id], ['sysDept', deptId])).status).toBe(200);
  });

  it('shows the value of a secret setting nowhere', async () => {
    const id = await make('/system/configs', {
      configName: '密',
      configKey: 'bin.secret',
      configValue: 'TopSecret1',
      configType: 'secret',
    });
    await remove('/system/configs', id);
    const detail = await app.admin('GET', `${RECYCLE}/sysConfig/${id}`);
    expect(detail.data.fields.map((field: { field: string }) => field.field)).not.toContain('configValue');
    expect((await restore(app.admin, ['sysConfig', id])).status).toBe(200);
    const logs = await app.database.db.selectFrom('sysOperLog').select('changes').where('title', '=', '恢复已删除数据').execute();
    expect(JSON.stringify(logs)).not.toMatch(/TopSecret1|configValue":"[^*]/);
  });
});

describe('purging', () => {
  it('removes a row with what hangs on it, and leaves what it was in the log', async () => {
    const { id: deptId } = await app.make.dept();
    const id = await user(deptId);
    await app.make.token(id);
    const bell = { id: app.node.app.ids.next(), accountId: id, kind: 'system', title: '你好', text: '', createTime: new Date() };
    await app.database.db.insertInto('sysMessage').values(bell).execute();
    await remove('/system/users', id);
    const answer = await purge(app.admin, ['sysUser', id]);
    expect(answer, answer.msg).toMatchObject({ status: 200 });
    expect(await stored('sysUser', id)).toBeUndefined();
    const log = await app.database.db.selectFrom('sysOperLog').select(['title', 'changes']).orderBy('id', 'desc').executeTakeFirstOrThrow();
    expect(log.title).toBe('彻底删除数据');
    expect(JSON.stringify(log.changes)).toContain('"kind":"remove"');
    expect(JSON.stringify(log.changes)).not.toMatch(/argon2/);
    expect((await restore(app.admin, ['sysUser', id])).status).toBe(404);
  });

  it('refuses while something still names the row', async () => {
    const deptId = await make('/system/depts', { deptName: '有人部', deptNo: 'BIN8', parentId: '0' });
    const id = await user(deptId);
    await remove('/system/users', id);
    await remove('/system/depts', deptId);
    expect(await purge(app.admin, ['sysDept', deptId])).toMatchObject({
      status: 409,
      error: 'entity.inUse',
      msg: '部门“有人部”仍被其他数据引用，不能彻底删除',
    });
    expect((await purge(app.admin, ['sysDept', deptId], ['sysUser', id])).status).toBe(200);
  });

  it('touches nothing that lives', async () => {
    const id = await make('/system/posts', { postName: '活着' });
    expect((await purge(app.admin, ['sysPost', id])).status).toBe(404);
    expect((await app.admin('GET', `/system/posts/${id}`)).status).toBe(200);
  });

  it('leaves items of built-in dictionaries: the next start would seed them again', async () => {
    const { id } = await app.database.db
      .selectFrom('sysDictItem')
      .innerJoin('sysDict', 'sysDict.id', 'sysDictItem.dictId')
      .select('sysDictItem.id')
      .where('sysDict.isBuiltIn', '=', '1')
      .where('sysDictItem.deletedAt', 'is', null)
      .executeTakeFirstOrThrow();
    await remove('/system/dict/items', id);
    expect((await purge(app.admin, ['sysDictItem', id])).status).toBe(422);
    expect((await restore(app.admin, ['sysDictItem', id])).status).toBe(200);
  });

  it('happens by itself after the days of the setting, never with 0, with a row in the log', async () => {
    const [old, fresh] = [await post('很久以前'), await post('刚刚')];
    const blocked = await make('/system/depts', { deptName: '清不掉', deptNo: 'BIN9', parentId: '0' });
    const member = await user(blocked);
    await remove('/system/users', member);
    await remove('/system/depts', blocked);
    const ago = new Date(Date.now() - 91 * DAY_MS);
    await app.database.db.updateTable('sysPost').set({ deletedAt: ago }).where('id', '=', old).execute();
    await app.database.db.updateTable('sysDept').set({ deletedAt: ago }).where('id', '=', blocked).execute();
    const setDays = (days: string) =>
      app.database.db.updateTable('sysConfig').set({ configValue: days }).where('configKey', '=', 'recycle.keepDays').execute();
    const run = () =>
      autoPurge.run({
        runId: 'run-1',
        app: app.node.app,
        params: {},
        dueTime: new Date(),
        signal: new AbortController().signal,
        log: () => undefined,
        progress: () => undefined,
      });
    await setDays('0');
    expect(await run()).toBe('保留天数为 0，不自动清理');
    expect(await stored('sysPost', old)).toBeDefined();
    await setDays('90');
    expect(await run()).toBe('已彻底删除 1 条，1 条仍被引用而保留');
    expect(await stored('sysPost', old)).toBeUndefined();
    expect(await stored('sysPost', fresh)).toBeDefined();
    expect(await stored('sysDept', blocked)).toBeDefined();
    const log = await app.database.db.selectFrom('sysOperLog').select(['userName', 'note']).where('title', '=', '自动清理回收站').execute();
    expect(log).toEqual([{ userName: '系统任务', note: '超过保留期，已彻底删除岗位 1 条' }]);
  });
});
