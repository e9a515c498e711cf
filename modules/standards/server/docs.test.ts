import { expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { multipart } from '#kit/test/multipart.ts';

const app = startApp();

it('files of a document open to who may open documents, and to nobody else', async () => {
  const [body, headers] = multipart('标准.pdf', Buffer.from('%PDF-1.7\nstandard'));
  const { fileName } = (await app.admin('POST', '/file/files/uploadImg', body, headers)).data;
  const doc = { docNo: 'Q/GS 009-2026', docName: '测试规范', docKind: 'qb', effectiveDate: '2026-01-01', files: fileName };
  const { id } = (await app.admin('POST', '/data/standard/docs', doc)).data;
  expect((await app.admin('GET', `/data/standard/docs/${id}`)).data).toMatchObject({ files: fileName, effectiveDate: '2026-01-01' });
  const open = async (perms: string[]) =>
    (await app.as((await app.make.user({ perms, dataScope: '5' })).token)('GET', `/file/fileView/${fileName}`)).status;
  expect(await open(['standard:doc:list'])).toBe(200);
  expect(await open(['standard:root:list'])).toBe(404);
  const row = (await app.admin('GET', `/data/standard/docs/${id}`)).data;
  await app.admin('PUT', `/data/standard/docs/${id}`, { ...row, files: '' });
  expect(await open(['standard:doc:list'])).toBe(404);
});
