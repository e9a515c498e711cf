import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { multipart } from '#kit/test/multipart.ts';
import { until } from '#kit/test/until.ts';

const app = startApp();
const UPLOAD = '/file/files/uploadImg';
const BOUNDARY = '----odd';
const TYPE = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d', 'hex'), Buffer.from('IHDR'), randomBytes(100)]);
const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n');
const zip = (entries: Record<string, Uint8Array>) => Buffer.from(zipSync(entries));
const archive = zip({ 'run.class': strToU8('x') });
const docx = (document: Uint8Array) => zip({ '[Content_Types].xml': strToU8('<x/>'), 'word/document.xml': document });

const part = (disposition: string, content: Uint8Array | string = 'x') =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`),
    typeof content === 'string' ? Buffer.from(content) : content,
    Buffer.from('\r\n'),
  ]);
const END = Buffer.from(`--${BOUNDARY}--\r\n`);
const file = (name: string, content: Uint8Array | string = 'x') => part(`name="file"; filename="${name}"`, content);

let port = 0;
let token = '';
beforeAll(async () => {
  await app.node.http.listen({ port: 0, host: '127.0.0.1' });
  port = (app.node.http.server.address() as AddressInfo).port;
  token = (await app.make.user()).token;
});

/** Everything that is kept: bytes, rows and what is on its way. */
async function everything(): Promise<string> {
  const { dataDir } = app.node.app.settings;
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
  walk(join(dataDir, 'tmp'));
  const rows = await app.database.db.selectFrom('fileObject').select('id').orderBy('id').execute();
  return hash.update(JSON.stringify(rows)).digest('hex');
}

/** What an answered call had on its way is removed right after the answer. */
const settled = () =>
  until(
    async () => readdirSync(join(app.node.app.settings.dataDir, 'tmp')),
    (names) => names.length === 0,
  );

let before = '';
beforeEach(async () => {
  // the folders are there
  await app.admin('POST', UPLOAD, ...multipart('first.pdf', pdf));
  await settled();
  before = await everything();
});
afterEach(async () => {
  await settled();
  expect(await everything()).toBe(before);
  expect((await app.admin('POST', UPLOAD, ...multipart('next.pdf', pdf))).status).toBe(200);
});

const send = (body: unknown, headers: Record<string, string> = TYPE) => app.as(token)('POST', UPLOAD, body, headers);

describe('uploads that are refused and leave nothing', () => {
  it.each([
    ['wrong magic', 'x.png', Buffer.from('MZ\x90\x00')],
    ['a picture with an archive behind it', 'x.png', Buffer.concat([png, archive])],
    ['a PDF with an archive behind it', 'x.pdf', Buffer.concat([pdf, archive])],
    ['a picture that is a page', 'x.gif', Buffer.from('GIF89a<script>alert(1)</script>')],
    [
      'a picture with a page behind it',
      'x.jpg',
      Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), randomBytes(3000), Buffer.from('<?php x')]),
    ],
    ['a zip bomb', 'x.docx', docx(new Uint8Array(40 * 1_048_576))],
    ['an archive cut in the middle', 'x.docx', docx(randomBytes(5000)).subarray(0, 3000)],
    ['an archive whose packed bytes are none', 'x.docx', corrupt(docx(strToU8('<w/>'.repeat(500))))],
    ['text with NUL behind a long beginning', 'x.txt', Buffer.concat([Buffer.alloc(200_000, 'a'), Buffer.from([0])])],
    ['an old Office file of another kind', 'x.xls', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(100_000)])],
  ])('%s', async (_what, name, bytes) => {
    expect(await send(...multipart(name, bytes))).toMatchObject({ status: 415, error: 'file.wrongType' });
  });

  it.each([
    ['an empty file', Buffer.concat([file('a.txt', ''), END]), '文件内容为空，请重新选择'],
    ['a body that ends early', file('a.txt'), '上传内容不完整，请重新上传'],
    ['a part header that is none', Buffer.concat([Buffer.from(`--${BOUNDARY}\r\nnonsense`), END]), '上传内容不完整，请重新上传'],
    ['two files', Buffer.concat([file('a.txt'), file('b.txt'), END]), '一次只能上传一个文件'],
    ['two files of other fields', Buffer.concat([part('name="x"; filename="a.txt"'), file('b.txt'), END]), '一次只能上传一个文件'],
    [
      'too many fields',
      Buffer.concat([...Array.from({ length: 40 }, (_, i) => part(`name="f${i}"`)), file('a.txt'), END]),
      '上传内容含有过多字段',
    ],
    ['a field that is no file', Buffer.concat([part('name="file"', 'text'), END]), '请选择要上传的文件'],
    ['a name that turns round', Buffer.concat([file('photo\u202efdp.txt'), END]), '文件名含有不可见字符或超过200个字符，请改名后重新上传'],
    [
      'a name with a control character',
      Buffer.concat([file('a\u0007b.txt'), END]),
      '文件名含有不可见字符或超过200个字符，请改名后重新上传',
    ],
    [
      'a name of 300 characters',
      Buffer.concat([file(`${'长'.repeat(296)}.txt`), END]),
      '文件名含有不可见字符或超过200个字符，请改名后重新上传',
    ],
  ])('%s', async (_what, body, msg) => {
    expect(await send(body)).toMatchObject({ status: 400, error: 'input.invalid', msg });
  });

  it('a name with NUL', async () => {
    expect((await send(Buffer.concat([file('a.txt\0.png', png), END]))).status).toBe(400);
  });

  it('no boundary, JSON, nothing at all, and strangers', async () => {
    const body = Buffer.concat([file('a.txt'), END]);
    expect((await send(body, { 'content-type': 'multipart/form-data' })).status).toBe(400);
    expect(await send({ file: { path: '/etc/passwd' } }, {})).toMatchObject({ status: 415 });
    expect((await send(undefined, {})).status).toBeGreaterThanOrEqual(400);
    expect((await app.stranger('POST', UPLOAD, body, TYPE)).status).toBe(401);
  });

  it('a field that would reach into prototypes', async () => {
    expect((await send(Buffer.concat([part('name="__proto__"'), file('a.txt'), END]))).status).toBe(400);
  });

  it('one byte more than the limit; the sender hears it although it goes on sending', async () => {
    const [body, headers] = multipart('a.pdf', Buffer.concat([pdf, Buffer.alloc(10 * 1_048_576 - pdf.length + 1)]));
    expect(await send(body, headers)).toMatchObject({ status: 413, error: 'file.tooLarge', msg: '文件大小不能超过10MB' });
    const answer = await new Promise<{ status: number; text: string }>((resolve, reject) => {
      const request = httpRequest(
        { port, method: 'POST', path: `/sjzt-datax${UPLOAD}`, headers: { ...TYPE, authorization: `Bearer ${token}` } },
        (response) => {
          let text = '';
          response.on('data', (chunk: Buffer) => (text += chunk.toString()));
          response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
        },
      );
      request.on('error', reject);
      request.write(file('large.pdf', pdf).subarray(0, -2));
      // no length is announced: 14 MB more than allowed come piece by piece
      let left = 24;
      const more = () => {
        while (left-- > 0) if (!request.write(Buffer.alloc(1_048_576))) return void request.once('drain', more);
        request.end(Buffer.concat([Buffer.from('\r\n'), END]));
      };
      more();
    });
    expect(answer.status, answer.text).toBe(413);
    expect(answer.text).toContain('文件大小不能超过10MB');
  });

  it('a length that is too large is refused before a byte is read', async () => {
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(
          `POST /sjzt-datax${UPLOAD} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: ${TYPE['content-type']}\r\nContent-Length: 900000000\r\n\r\n`,
        ),
      );
      socket.once('data', (data) => {
        resolve(data.toString());
        socket.destroy();
      });
      socket.once('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1.1 413/);
  });

  it('a connection that breaks off in the middle', async () => {
    const tmp = join(app.node.app.settings.dataDir, 'tmp');
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(
      `POST /sjzt-datax${UPLOAD} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: ${TYPE['content-type']}\r\nContent-Length: 5000000\r\n\r\n`,
    );
    socket.write(file('a.txt', Buffer.alloc(300_000, 'a')));
    await until(
      async () => readdirSync(tmp),
      (names) => names.length === 1,
    );
    socket.destroy();
    await until(
      async () => readdirSync(tmp),
      (names) => names.length === 0,
    );
  });
});

/** The same archive with the packed bytes of its second entry overwritten. */
function corrupt(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  const at = copy.indexOf('word/document.xml') + 'word/document.xml'.length;
  copy.fill(0xff, at, at + 12);
  return copy;
}

describe('what a request says besides its file', () => {
  it('changes nothing: the place and the name are ours', async () => {
    const fields = { directory: '../../x', path: '/etc/passwd', fileName: '../y.txt', createBy: '1', bucket: 'x' };
    const { data, status } = await send(...multipart('../../ok.txt', Buffer.from('x'), { fields }));
    expect(status).toBe(200);
    expect(data).toMatchObject({ originalFilename: 'ok.txt', fileName: expect.stringMatching(/^[0-9a-f]{32}\.txt$/) as string });
    await settled();
    before = await everything();
  });
});
