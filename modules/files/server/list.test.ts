import { Readable } from 'node:stream';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { multipart } from '#kit/test/multipart.ts';
import { systemModule } from '#modules/system/server/index.ts';
import { filesModule, storeFile } from './index.ts';
import { RECORD_LIST, recordModule } from './test-record/index.ts';

const app = startApp({ modules: [systemModule, filesModule, recordModule] });
const png = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d', 'hex'), Buffer.from('IHDR')]);

let dept = '';
let zhang: Send;
const names: Record<string, string> = {};
const upload = async (send: Send, name: string, bytes: Buffer) =>
  (await send('POST', '/file/files/uploadImg', ...multipart(name, bytes))).data.fileName as string;

beforeAll(async () => {
  dept = (await app.make.dept({ deptName: '质量部' })).id;
  zhang = app.as((await app.make.user({ nickname: '张三丰', deptId: dept })).token);
  names['picture'] = await upload(zhang, '现场.png', png);
  names['report'] = await upload(zhang, '年度100%报告.pdf', Buffer.from('%PDF-1.7 long'));
  names['text'] = await upload(app.admin, 'notes.txt', Buffer.from('abc'));
  await app.as((await app.make.user({ deptId: dept })).token)('PUT', '/test/records/l1', { fileNames: null, deptId: dept, isOpen: false });
  await zhang('PUT', '/test/records/l1', { fileNames: names['report'], deptId: dept, isOpen: false });
  await storeFile(app.node.app, app.database.db, {
    stream: Readable.from([Buffer.from('a,b')]),
    originalFilename: '导出.csv',
    contentType: 'text/csv',
    createBy: null,
    createDept: dept,
    expireTime: new Date(Date.now() + 60_000),
  });
});

const found = async (send: Send, query: string): Promise<string[]> =>
  (await send('GET', `/file/files/page?${query}`)).data.data.map((row: { originalFilename: string }) => row.originalFilename);

describe('the list of files', () => {
  it('says who uploaded a file, where and what uses it', async () => {
    const { data } = await app.admin('GET', '/file/files/page?kind=pdf');
    expect(data).toMatchObject({
      total: 1,
      data: [
        {
          originalFilename: '年度100%报告.pdf',
          createName: '张三丰',
          deptName: '质量部',
          expireTime: null,
          uses: [{ label: '测试记录', name: '记录l1', path: null, isDeleted: false }],
        },
      ],
    });
    expect((await app.admin('GET', `/file/files/${data.data[0].id}`)).data).toEqual(data.data[0]);
  });

  it('keeps the name of a record from those who may not read it', async () => {
    const keeper = app.as((await app.make.user({ deptId: dept, dataScope: '3', perms: ['file:file:list'] })).token);
    const reader = app.as((await app.make.user({ deptId: dept, dataScope: '3', perms: ['file:file:list', RECORD_LIST] })).token);
    const uses = async (send: Send) => (await send('GET', '/file/files/page?kind=pdf')).data.data[0].uses;
    expect(await uses(keeper)).toEqual([{ label: '测试记录', name: null, path: null, isDeleted: false }]);
    expect(await uses(reader)).toEqual([{ label: '测试记录', name: '记录l1', path: null, isDeleted: false }]);
  });

  it.each([
    ['originalFilename=100%25', ['年度100%报告.pdf']],
    ["originalFilename=';--", []],
    ['kind=image', ['现场.png']],
    ['kind=text', ['notes.txt']],
    ['createName=张三', ['年度100%报告.pdf', '现场.png']],
    ['use=bound', ['年度100%报告.pdf']],
    ['use=orphan', ['notes.txt', '现场.png']],
    ['use=temporary', ['导出.csv']],
    ['kind=image&use=bound', []],
    ['sort=fileSize&kind=excel', ['导出.csv']],
    ['endTime=2020-01-01T00:00:00%2B08:00', []],
  ])('is narrowed by %s', async (query, expected) => {
    expect(await found(app.admin, query.replace('张三', encodeURIComponent('张三')))).toEqual(expected);
  });

  it('refuses what it does not know', async () => {
    for (const query of ['kind=exe', 'use=x', 'sort=sha256', 'beginTime=yesterday'])
      expect((await app.admin('GET', `/file/files/page?${query}`)).status, query).toBe(400);
  });

  it('adds up what the caller reaches', async () => {
    expect((await app.admin('GET', '/file/files/figures')).data).toEqual({
      count: 4,
      bytes: 35,
      orphans: 2,
      orphanBytes: 19,
      store: 'local',
    });
    const outside = app.as((await app.make.user({ perms: ['file:file:list'], dataScope: '3' })).token);
    expect((await outside('GET', '/file/files/figures')).data).toMatchObject({ count: 0, bytes: 0, orphans: 0 });
    expect((await zhang('GET', '/file/files/figures')).status).toBe(403);
    expect((await app.stranger('GET', '/file/files/figures')).status).toBe(401);
  });
});
