import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { startApp, type Answer, type Send } from '#kit/test/app.ts';
import { multipart } from '#kit/test/multipart.ts';
import { until } from '#kit/test/until.ts';

const app = startApp();
const UPLOAD = '/file/files/uploadImg';

const png = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]),
  Buffer.from('IHDR'),
  randomBytes(200),
]);
const zip = (...names: string[]) => Buffer.from(zipSync(Object.fromEntries(names.map((name) => [name, strToU8('<x/>')]))));
const ole = (stream: string) =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600), Buffer.from(stream, 'utf16le'), Buffer.alloc(64)]);
const good: Record<string, Buffer> = {
  'a.doc': ole('WordDocument'),
  'a.docx': zip('[Content_Types].xml', 'word/document.xml'),
  'a.xls': ole('Workbook'),
  'a.xlsx': zip('[Content_Types].xml', 'xl/workbook.xml'),
  'a.ppt': ole('PowerPoint Document'),
  'a.pptx': zip('[Content_Types].xml', 'ppt/presentation.xml'),
  'utf8.txt': Buffer.from('数据治理\r\n'),
  'gbk.txt': Buffer.from('cafdbeddd6cec0ed', 'hex'),
  'a.pdf': Buffer.from('%PDF-1.7\n%âãÏÓ\n'),
  'a.apk': zip('AndroidManifest.xml', 'classes.dex'),
  'A.PNG': png,
  'a.jpg': Buffer.from('ffd8ffe000104a464946', 'hex'),
  'a.jpeg': Buffer.from('ffd8ffdb00430001', 'hex'),
  'a.gif': Buffer.from('GIF89a\x01\x00\x01\x00'),
  'a.webp': Buffer.from('RIFF\x24\x00\x00\x00WEBPVP8 '),
};

const upload = (send: Send, name: string, bytes: Uint8Array, fields?: Record<string, string>): Promise<Answer> =>
  send('POST', UPLOAD, ...multipart(name, bytes, { fields }));

/** Everything below DATA_DIR/files as one digest, once no upload is on its way any more. */
async function diskHash(): Promise<string> {
  const { dataDir } = app.node.app.settings;
  const tmp = join(dataDir, 'tmp');
  await until(
    async () => (existsSync(tmp) ? readdirSync(tmp) : []),
    (names) => names.length === 0,
  );
  const hash = createHash('sha256');
  const walk = (folder: string): void => {
    for (const name of existsSync(folder) ? readdirSync(folder).sort() : []) {
      const path = join(folder, name);
      hash.update(path);
      if (statSync(path).isDirectory()) walk(path);
      else hash.update(readFileSync(path));
    }
  };
  walk(join(dataDir, 'files'));
  return hash.digest('hex');
}

describe('upload and view', () => {
  it('takes every accepted type and gives the same bytes back', async () => {
    const user = app.as((await app.make.user()).token);
    for (const [name, bytes] of Object.entries(good)) {
      const answer = await upload(user, name, bytes);
      expect(answer, name).toMatchObject({ status: 200, code: 200, data: { originalFilename: name } });
      expect(answer.data.fileName).toMatch(/^[0-9a-f]{32}\.[a-z]{2,5}$/);
      const view = await user('GET', `/file/fileView/${answer.data.fileName}`);
      expect(view.status, name).toBe(200);
      expect(view.raw.equals(bytes), name).toBe(true);
      expect(view.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining('sandbox') as string,
      });
      const isPicture = /\.(png|jpe?g|gif|webp|pdf)$/i.test(name);
      expect(String(view.headers['content-disposition']), name).toMatch(isPicture ? /^inline/ : /^attachment/);
    }
  });

  it('keeps Chinese names, without folders', async () => {
    const answer = await upload(app.admin, '年度 报告（终稿）.pdf', good['a.pdf'] as Buffer);
    expect(answer.data.originalFilename).toBe('年度 报告（终稿）.pdf');
    const view = await app.admin('GET', `/file/fileView/${answer.data.fileName}?download=1`);
    expect(String(view.headers['content-disposition'])).toContain(
      `attachment; filename="__ ______.pdf"; filename*=UTF-8''${encodeURIComponent('年度 报告（终稿）.pdf')}`,
    );
    expect((await upload(app.admin, 'C:\\Users\\x\\a.pdf', good['a.pdf'] as Buffer)).data.originalFilename).toBe('a.pdf');
  });

  it('refuses what is larger than the setting says, and follows a change of it', async () => {
    const large = Buffer.concat([png, Buffer.alloc(10 * 1_048_576)]);
    const before = await diskHash();
    expect(await upload(app.admin, 'large.png', large)).toMatchObject({ status: 413, error: 'file.tooLarge', msg: '文件大小不能超过10MB' });
    expect(await diskHash()).toBe(before);
    // the body of a file of just that size is larger than the file
    const full = large.subarray(0, 10 * 1_048_576);
    expect((await upload(app.admin, 'full.png', full)).status).toBe(200);
    expect(await upload(app.admin, 'more.png', large.subarray(0, full.length + 1))).toMatchObject({ status: 413, error: 'file.tooLarge' });
    await app.database.db.updateTable('sysConfig').set({ configValue: '11' }).where('configKey', '=', 'file.maxMB').execute();
    expect((await upload(app.admin, 'large.png', large)).status).toBe(200);
    await app.database.db.updateTable('sysConfig').set({ configValue: '10' }).where('configKey', '=', 'file.maxMB').execute();
  });

  it('refuses no file, an empty one, two files and another field', async () => {
    expect(await upload(app.admin, 'a.txt', Buffer.alloc(0))).toMatchObject({ status: 400, msg: '文件内容为空，请重新选择' });
    expect(await app.admin('POST', UPLOAD, ...multipart('a.txt', Buffer.from('x'), { field: 'other' }))).toMatchObject({
      status: 400,
      msg: '请选择要上传的文件',
    });
    const [body, headers] = multipart('a.txt', Buffer.from('x'));
    const cut = body.subarray(0, body.length - 30);
    expect((await app.admin('POST', UPLOAD, cut, headers)).status).toBe(400);
  });

  it('leaves one operation-log row and lists the file for those who may see files', async () => {
    const { data } = await upload(app.admin, 'logged.txt', Buffer.from('hello'));
    const log = await app.database.db.selectFrom('sysOperLog').select(['title', 'result']).orderBy('id', 'desc').executeTakeFirst();
    expect(log).toEqual({ title: '上传文件', result: '1' });
    const none = app.as((await app.make.user()).token);
    const some = app.as((await app.make.user({ perms: ['file:file:list', 'file:file:remove'] })).token);
    expect((await none('GET', '/file/files/page')).status).toBe(403);
    const page = await some('GET', '/file/files/page?originalFilename=logged');
    expect(page.data).toMatchObject({
      total: 1,
      data: [{ fileName: data.fileName, originalFilename: 'logged.txt', fileSize: 5, contentType: 'text/plain; charset=utf-8' }],
    });
    const { id } = page.data.data[0];
    expect((await none('DELETE', `/file/files/${id}`)).status).toBe(403);
    expect((await some('DELETE', `/file/files/${id}`)).status).toBe(200);
    expect(await app.admin('GET', `/file/fileView/${data.fileName}`)).toMatchObject({ status: 404, error: 'file.notFound' });
    expect(existsSync(join(app.node.app.settings.dataDir, 'files', data.fileName.slice(0, 2), data.fileName))).toBe(false);
  });
});

describe('names that are no stored name', () => {
  it('names that lead elsewhere are not found', async () => {
    const bad = [
      '..',
      '%2e%2e',
      '..%2fsystem%2fusers',
      '..%5c..%5cx',
      '%2fetc%2fpasswd',
      'a%00.png',
      'C:%5cx',
      'é'.repeat(40),
      `${'0'.repeat(32)}.png%00`,
      `${'0'.repeat(32)}.png/..`,
    ];
    for (const name of bad)
      expect((await app.admin('GET', `/file/fileView/${name === 'é'.repeat(40) ? encodeURIComponent(name) : name}`)).status, name).toBe(
        404,
      );
  });

  it('folders from the client are ignored, the stored name is random', async () => {
    const one = await upload(app.admin, '../../evil.txt', Buffer.from('x'), {
      directory: '../../x',
      fileName: '../y.txt',
      path: '/etc/passwd',
    });
    const two = await upload(app.admin, '../../evil.txt', Buffer.from('x'));
    expect(one, one.msg).toMatchObject({ status: 200, data: { originalFilename: 'evil.txt' } });
    expect(one.data.fileName).not.toBe(two.data.fileName);
    expect(existsSync(join(app.node.app.settings.dataDir, 'files', one.data.fileName.slice(0, 2), one.data.fileName))).toBe(true);
  });

  it('strangers write nothing, not even to the disk', async () => {
    const before = await diskHash();
    for (const method of ['POST', 'PUT'] as const) {
      const answer = await app.stranger(method, UPLOAD, ...multipart('a.png', png));
      expect([401, 404]).toContain(answer.status);
    }
    expect((await app.stranger('POST', UPLOAD, ...multipart('a.png', png))).status).toBe(401);
    expect(await diskHash()).toBe(before);
  });

  it('the place of the files is no setting of the running product', async () => {
    const { data } = await app.admin('GET', '/system/configs/page?pageSize=200');
    const keys = (data.data as { configKey: string }[]).map((row) => row.configKey);
    expect(keys).toContain('file.maxMB');
    expect(keys.filter((key) => /path|dir|root|\bprefix|store/i.test(key))).toEqual([]);
  });

  it('a name becomes part of a path only in our own form', async () => {
    const { localStore } = await import('./local-store.ts');
    const store = localStore(join(app.node.app.settings.dataDir, 'files'));
    for (const name of ['../x', 'a.png', `${'0'.repeat(32)}.png/../../x`, ''])
      await expect(store.read(name)).rejects.toThrow('not a stored file name');
  });

  it('content decides: markup and disguised files are refused, nothing is kept', async () => {
    const before = await diskHash();
    const html = Buffer.from('<!doctype html><script>alert(1)</script>');
    const refused: [string, Buffer][] = [
      ['a.html', html],
      ['a.htm', html],
      ['a.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
      ['a.xml', Buffer.from('<?xml version="1.0"?><a/>')],
      ['x.png', html],
      ['x.pdf', html],
      ['x.gif', html],
      ['x.docx', zip('xl/workbook.xml', '[Content_Types].xml')],
      ['x.xlsx', zip('a.exe')],
      ['x.doc', ole('Workbook')],
      ['x.txt', Buffer.from([0x4d, 0x5a, 0x00, 0x01])],
      ['x.txt', Buffer.from([0x81, 0x20, 0xff, 0xfe])],
      ['x.exe', Buffer.from('MZ')],
      ['noextension', png],
    ];
    for (const [name, bytes] of refused)
      expect(await upload(app.admin, name, bytes), name).toMatchObject({ status: 415, error: 'file.wrongType' });
    expect(await diskHash()).toBe(before);
    // text that happens to be markup is only ever saved, never shown
    const { data } = await upload(app.admin, 'markup.txt', html);
    const view = await app.admin('GET', `/file/fileView/${data.fileName}`);
    expect(view.headers).toMatchObject({ 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' });
    expect(String(view.headers['content-disposition'])).toMatch(/^attachment/);
  });

  it('names cannot be guessed or listed', async () => {
    expect((await app.admin('GET', `/file/fileView/${'0'.repeat(32)}.png`)).status).toBe(404);
    expect((await app.admin('GET', '/file/fileView/')).status).toBe(404);
    expect((await app.admin('GET', '/file/fileView')).status).toBe(404);
  });

  it('only multipart is an upload', async () => {
    const answer = await app.admin('POST', UPLOAD, { file: { filepath: '/etc/passwd', originalFilename: 'a.txt' } });
    expect(answer).toMatchObject({ status: 415, error: 'input.wrongType' });
  });

  it('strangers see nothing; a signed address ends after 5 minutes and holds for one file and one account', async () => {
    const me = await app.make.user();
    const send = app.as(me.token);
    const first = (await upload(send, 'a.png', png)).data.fileName as string;
    const second = (await upload(send, 'b.png', png)).data.fileName as string;
    expect(await app.stranger('GET', `/file/fileView/${first}`)).toMatchObject({ status: 401, error: 'auth.required' });
    expect((await app.stranger('POST', '/file/files/sign', { fileNames: [first] })).status).toBe(401);
    const signed = (await send('POST', '/file/files/sign', { fileNames: [first, 'unknown.png'] })).data as {
      fileName: string;
      url: string;
    }[];
    expect(signed).toMatchObject([{ fileName: first, originalFilename: 'a.png' }]);
    const url = (signed[0]?.url ?? '').replace('/sjzt-datax', '');
    expect(url).not.toContain(me.token);
    expect((await app.stranger('GET', url)).raw.equals(png)).toBe(true);
    expect((await app.stranger('GET', url.replace(first, second))).status).toBe(401);
    expect((await app.stranger('GET', url.replace(/u=[^&]+/, 'u=1'))).status).toBe(401);
    expect((await app.stranger('GET', url.replace(/e=(\d+)/, 'e=9999999999'))).status).toBe(401);
    app.clock.now = new Date(Date.now() + 5 * 60_000 + 1000);
    expect((await app.stranger('GET', url)).status).toBe(401);
    app.clock.now = new Date();
    expect((await app.stranger('GET', url)).status).toBe(200);
    await app.database.db.updateTable('sysUser').set({ status: '0' }).where('id', '=', me.id).execute();
    expect((await app.stranger('GET', url)).status).toBe(401);
  });

  it('a signed address ends with the session that it was signed in: signed out, locked, kicked, another password', async () => {
    const { db } = app.database;
    const ends: Record<string, (me: { id: string; token: string }) => Promise<unknown>> = {
      logout: ({ token }) => app.as(token)('DELETE', '/system/logout/current'),
      lock: ({ id }) => db.updateTable('sysSession').set({ isLocked: '1', lockHash: 'x' }).where('userId', '=', id).execute(),
      reset: async ({ id }) => expect((await app.admin('PUT', '/system/users/reset/password', { id })).status).toBe(200),
      idle: ({ id }) =>
        db
          .updateTable('sysSession')
          .set({ lastTime: new Date(Date.now() - 31 * 60_000) })
          .where('userId', '=', id)
          .execute(),
    };
    for (const [name, end] of Object.entries(ends)) {
      const me = await app.make.user();
      const { fileName } = (await upload(app.as(me.token), 'a.png', png)).data;
      const [signed] = (await app.as(me.token)('POST', '/file/files/sign', { fileNames: [fileName] })).data;
      const url = signed.url.replace('/sjzt-datax', '');
      expect((await app.stranger('GET', url)).status, name).toBe(200);
      await end(me);
      expect((await app.stranger('GET', url)).status, name).toBe(401);
    }
  });

  it('a locked screen shows no files', async () => {
    const me = await app.make.user();
    const { data } = await upload(app.as(me.token), 'a.png', png);
    await app.database.db.updateTable('sysSession').set({ isLocked: '1', lockHash: 'x' }).where('userId', '=', me.id).execute();
    expect(await app.as(me.token)('GET', `/file/fileView/${data.fileName}`)).toMatchObject({ status: 423, error: 'auth.locked' });
  });

  it('malformed requests do not end the process', async () => {
    const { data } = await upload(app.admin, 'a.png', png);
    for (let i = 0; i < 500; i++) {
      const odd = encodeURIComponent(randomBytes(1 + (i % 60)).toString('latin1'));
      const { status } = await app.admin('GET', `/file/fileView/${odd}`);
      expect(status).toBe(404);
    }
    for (const odd of ['%', '%zz', '%c0%ae%c0%ae', '%ff'])
      expect([400, 404]).toContain((await app.admin('GET', `/file/fileView/${odd}`)).status);
    expect((await app.admin('GET', `/file/fileView/${data.fileName}`)).status).toBe(200);
  });
});
