import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { multipart } from '#kit/test/multipart.ts';
import { systemModule } from '#modules/system/server/index.ts';
import { filesModule, readFile, storeFile } from './index.ts';
import { RECORD_LIST, recordModule } from './test-record/index.ts';

const app = startApp({ modules: [systemModule, filesModule, recordModule] });

const LIST = 'file:file:list';
const ALL = [LIST, 'file:file:detail', 'file:file:remove'];

let hq: string;
let branch: string;
let office: string;
beforeAll(async () => {
  hq = (await app.make.dept()).id;
  const below = await app.make.dept({ parentId: hq });
  branch = below.id;
  office = (await app.make.dept({ parentId: branch })).id;
});

const upload = async (send: Send, name = 'a.txt', text = 'x'): Promise<string> =>
  (await send('POST', '/file/files/uploadImg', ...multipart(name, Buffer.from(text)))).data.fileName;
const keep = (send: Send, id: string, fileNames: string | null, deptId: string | null, isOpen = false) =>
  send('PUT', `/test/records/${id}`, { fileNames, deptId, isOpen });
const user = async (options: Parameters<typeof app.make.user>[0] = {}): Promise<Send> => app.as((await app.make.user(options)).token);

/** 200 when the account may view the file; also what signing says. */
async function sees(send: Send, fileName: string): Promise<boolean> {
  const view = await send('GET', `/file/fileView/${fileName}`);
  const signed = await send('POST', '/file/files/sign', { fileNames: [fileName] });
  expect([200, 404]).toContain(view.status);
  expect(signed.data.length === 1).toBe(view.status === 200);
  if (view.status === 404) {
    const unknown = await send('GET', `/file/fileView/${'0'.repeat(32)}.txt`);
    expect([view.error, view.msg]).toEqual([unknown.error, unknown.msg]);
  }
  return view.status === 200;
}

describe('who may view a file', () => {
  it('its uploader, the administrator and nobody else', async () => {
    const me = await user({ deptId: branch });
    const name = await upload(me);
    expect(await sees(me, name)).toBe(true);
    expect(await sees(app.admin, name)).toBe(true);
    expect(await sees(await user({ deptId: branch }), name)).toBe(false);
    expect(await sees(await user({ deptId: branch, perms: [RECORD_LIST] }), name)).toBe(false);
  });

  it('holders of file:file:list as far as their data scope reaches', async () => {
    const name = await upload(await user({ deptId: branch }));
    const holder = (deptId: string, dataScope: '1' | '2' | '3' | '4' | '5', scopeDepts?: string[]) =>
      user({ deptId, perms: [LIST], dataScope, scopeDepts });
    expect(await sees(await holder(office, '1'), name)).toBe(true);
    expect(await sees(await holder(office, '2', [branch]), name)).toBe(true);
    expect(await sees(await holder(office, '2', [hq]), name)).toBe(false);
    expect(await sees(await holder(branch, '3'), name)).toBe(true);
    expect(await sees(await holder(hq, '3'), name)).toBe(false);
    expect(await sees(await holder(hq, '4'), name)).toBe(true);
    expect(await sees(await holder(office, '4'), name)).toBe(false);
    expect(await sees(await holder(branch, '5'), name)).toBe(false);
  });

  it('readers of a record that keeps it, following the record', async () => {
    const me = await user({ deptId: branch });
    const name = await upload(me);
    expect((await keep(me, 'r1', name, branch)).status).toBe(200);
    const above = await user({ deptId: hq, perms: [RECORD_LIST], dataScope: '4' });
    const beside = await user({ deptId: office, perms: [RECORD_LIST], dataScope: '3' });
    const other = await user({ deptId: branch, perms: ['test:record:edit'], dataScope: '1' });
    expect(await sees(above, name)).toBe(true);
    expect(await sees(beside, name)).toBe(false);
    expect(await sees(other, name)).toBe(false);
    // the record moves to another department
    expect((await keep(me, 'r1', name, office)).status).toBe(200);
    expect(await sees(beside, name)).toBe(true);
    // the permission counts, not the department alone
    expect(await sees(await user({ deptId: office, perms: ['test:record:add'], dataScope: '3' }), name)).toBe(false);
    // in the recycle bin nobody reads the record; its uploader still sees the own file
    await sql`update file_test_record set deleted_at = now() where id = 'r1'`.execute(app.database.db);
    expect(await sees(beside, name)).toBe(false);
    expect(await sees(me, name)).toBe(true);
    await sql`update file_test_record set deleted_at = null where id = 'r1'`.execute(app.database.db);
    expect(await sees(beside, name)).toBe(true);
    expect((await keep(me, 'r1', null, office)).status).toBe(200);
    expect(await sees(beside, name)).toBe(false);
  });

  it('the owner of a record, when another person uploaded the file', async () => {
    const owner = await user({ deptId: branch, perms: [RECORD_LIST], dataScope: '5' });
    const name = await upload(app.admin);
    expect((await keep(app.admin, 'r2', name, branch)).status).toBe(200);
    expect(await sees(owner, name)).toBe(false);
    const own = await upload(owner);
    expect((await keep(owner, 'r3', own, null)).status).toBe(200);
    expect(await sees(await user({ deptId: branch, perms: [RECORD_LIST], dataScope: '5' }), own)).toBe(false);
  });

  it('everybody signed in, when the record is for all; strangers never', async () => {
    const name = await upload(app.admin);
    const anybody = await user();
    expect(await sees(anybody, name)).toBe(false);
    expect((await keep(app.admin, 'r4', name, null, true)).status).toBe(200);
    expect(await sees(anybody, name)).toBe(true);
    expect((await app.stranger('GET', `/file/fileView/${name}`)).status).toBe(401);
    expect((await app.admin('DELETE', '/test/records/r4')).status).toBe(200);
    expect(await sees(anybody, name)).toBe(false);
  });

  it('everybody signed in, when the uploader shows it as avatar; not when somebody else names it', async () => {
    const me = await user();
    const thief = await user();
    const png = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d', 'hex'), Buffer.from('IHDR')]);
    const name = (await me('POST', '/file/files/uploadImg', ...multipart('me.png', png))).data.fileName as string;
    expect((await thief('POST', '/system/users/profile/avatar', { fileName: name })).status).toBe(200);
    expect(await sees(thief, name)).toBe(false);
    expect((await me('POST', '/system/users/profile/avatar', { fileName: name })).status).toBe(200);
    expect(await sees(thief, name)).toBe(true);
  });

  it('a signed address ends with the right to view', async () => {
    const me = await user({ deptId: branch });
    const name = await upload(me);
    await keep(me, 'r5', name, branch);
    const reader = await app.make.user({ deptId: branch, perms: [RECORD_LIST], dataScope: '3' });
    const [signed] = (await app.as(reader.token)('POST', '/file/files/sign', { fileNames: [name] })).data;
    const url = String(signed.url).replace('/sjzt-datax', '');
    expect((await app.stranger('GET', url)).status).toBe(200);
    await app.database.db.deleteFrom('sysUserRole').where('userId', '=', reader.id).execute();
    expect((await app.stranger('GET', url)).status).toBe(404);
  });
});

describe('binding', () => {
  it('refuses what the caller may not see or what does not exist, and keeps what was bound before', async () => {
    const me = await user({ deptId: branch });
    const name = await upload(me);
    const other = await user({ deptId: branch });
    for (const bad of [name, `${'0'.repeat(32)}.txt`, '../../etc/passwd', "'; --", '😀'])
      expect(await keep(other, 'b1', bad, branch), bad).toMatchObject({ status: 400, error: 'input.invalid' });
    expect((await keep(me, 'b2', name, branch)).status).toBe(200);
    // another editor of the record saves it with the file that it has
    const second = await upload(other);
    expect((await keep(other, 'b2', `${name},${second}`, branch)).status).toBe(200);
    expect(await app.database.db.selectFrom('fileLink').select('fileId').where('entityId', '=', 'b2').execute()).toHaveLength(2);
  });

  it('takes as many files as the setting says', async () => {
    const set = (value: string) =>
      app.database.db.updateTable('sysConfig').set({ configValue: value }).where('configKey', '=', 'file.maxPerRecord').execute();
    const names = [await upload(app.admin), await upload(app.admin), await upload(app.admin)];
    await set('2');
    expect(await keep(app.admin, 'b3', names.join(','), null)).toMatchObject({ status: 400, msg: '一条记录最多保存2个文件' });
    await set('20');
    expect((await keep(app.admin, 'b3', ` ${names.join(' , ')},${names[0]}`, null)).status).toBe(200);
  });

  it('a file that a record keeps cannot be deleted, not even while the record lies in the recycle bin', async () => {
    const name = await upload(app.admin, 'kept.txt');
    await keep(app.admin, 'b4', name, null);
    const { id } = (await app.admin('GET', '/file/files/page?originalFilename=kept.txt')).data.data[0];
    expect(await app.admin('DELETE', `/file/files/${id}`)).toMatchObject({
      status: 409,
      error: 'file.inUse',
      msg: '文件“kept.txt”正在被测试记录使用，请先在该记录中移除',
    });
    await sql`update file_test_record set deleted_at = now() where id = 'b4'`.execute(app.database.db);
    expect((await app.admin('DELETE', `/file/files/batch/${id}`)).msg).toContain('在回收站中');
    expect(await sees(app.admin, name)).toBe(true);
    await app.admin('DELETE', '/test/records/b4');
    expect((await app.admin('DELETE', `/file/files/${id}`)).status).toBe(200);
    expect(await sees(app.admin, name)).toBe(false);
  });
});

describe('list, detail and removal', () => {
  it('reach as far as the data scope', async () => {
    const name = `scoped-${branch}.txt`;
    await upload(await user({ deptId: branch }), name);
    const page = `/file/files/page?originalFilename=${name}`;
    const { id } = (await app.admin('GET', page)).data.data[0];
    const inside = await user({ deptId: hq, perms: ALL, dataScope: '4' });
    const outside = await user({ deptId: office, perms: ALL, dataScope: '4' });
    expect((await outside('GET', page)).data.total).toBe(0);
    expect((await outside('GET', `/file/files/${id}`)).status).toBe(404);
    expect((await outside('DELETE', `/file/files/${id}`)).status).toBe(404);
    expect((await outside('DELETE', `/file/files/batch/${id}`)).status).toBe(404);
    expect((await inside('GET', page)).data.total).toBe(1);
    expect((await inside('GET', `/file/files/${id}`)).data.originalFilename).toBe(name);
    expect((await inside('DELETE', `/file/files/${id}`)).status).toBe(200);
  });
});

describe('what modules store themselves', () => {
  it('is its creator’s own file until it ends', async () => {
    const me = await app.make.user({ deptId: branch });
    const { db } = app.database;
    const stored = await storeFile(app.node.app, db, {
      stream: Readable.from([Buffer.from('导出,内容')]),
      originalFilename: '结果.csv',
      contentType: 'text/csv; charset=utf-8',
      createBy: me.id,
      createDept: branch,
      expireTime: new Date(Date.now() + 60_000),
    });
    const view = await app.as(me.token)('GET', `/file/fileView/${stored.fileName}`);
    expect(view.raw.toString()).toBe('导出,内容');
    expect(String(view.headers['content-disposition'])).toMatch(/^attachment/);
    expect(await sees(await user({ deptId: branch }), stored.fileName)).toBe(false);
    const content = await readFile(app.node.app, db, stored.fileName);
    expect(content).toMatchObject({ originalFilename: '结果.csv', size: 13 });
    content?.body.destroy();
    app.clock.now = new Date(Date.now() + 61_000);
    expect(await sees(app.as(me.token), stored.fileName)).toBe(false);
    app.clock.now = new Date();
  });
});
