import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { isAbandonedUpload, type Upload } from '#kit/server/upload.ts';
import { startApp } from '#kit/test/app.ts';
import { multipart } from '#kit/test/multipart.ts';
import { sweepTemporary } from './file-store.ts';
import { inspectUpload } from './inspect.ts';

const app = startApp();
const UPLOAD = '/file/files/uploadImg';
const LIST = '[Content_Types].xml';
const PLAIN = strToU8(
  '<Types><Override ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
);
const MACRO = strToU8('<Types><Override ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/></Types>');

const docx = (parts: number, extra: Record<string, Uint8Array> = {}, level: 0 | 6 = 6): Buffer => {
  const entries: Record<string, Uint8Array> = { [LIST]: PLAIN, 'word/document.xml': strToU8('<w/>'.repeat(100)), ...extra };
  for (let i = Object.keys(entries).length; i < parts; i++) entries[`word/media/p${i}.xml`] = strToU8(`<p>${'a'.repeat(50)}</p>`);
  return Buffer.from(zipSync(entries, { level }));
};
const send = (name: string, content: Buffer) => app.admin('POST', UPLOAD, ...multipart(name, content));

it('an archive has 2,000 entries at most, and says so before any of them is unpacked', async () => {
  expect((await send('full.docx', docx(2_000))).status).toBe(200);
  for (const parts of [2_001, 60_000])
    expect(await send('many.docx', docx(parts)), String(parts)).toMatchObject({
      status: 415,
      error: 'file.wrongType',
      msg: expect.stringContaining('最多 2000 个'),
    });
  expect(readdirSync(join(app.node.app.settings.dataDir, 'tmp'))).toEqual([]);
}, 60_000);

it('a document with macros is refused under any name, packed or stored', async () => {
  expect((await send('plain.docx', docx(3))).status).toBe(200);
  for (const level of [0, 6] as const)
    for (const extra of [{ [LIST]: MACRO }, { 'word/vbaProject.bin': strToU8('macro') }] as Record<string, Uint8Array>[])
      expect(await send('macro.docx', docx(3, extra, level)), `${level} ${Object.keys(extra)[0]}`).toMatchObject({
        status: 415,
        msg: expect.stringContaining('宏'),
      });
});

it('unpacking ends when the sender leaves, and others of the same person do not begin', async () => {
  const path = join(app.node.app.settings.dataDir, 'left.docx');
  const content = docx(1_500);
  writeFileSync(path, content);
  const gone = new AbortController();
  const upload: Upload = {
    token: '',
    fileName: 'left.docx',
    isOddName: false,
    path,
    size: content.length,
    sha256: '',
    signal: gone.signal,
  };
  const both = [inspectUpload(upload, 'u1'), inspectUpload(upload, 'u1')];
  gone.abort(new Error('left'));
  await Promise.all(both.map((one) => expect(one).rejects.toThrow('left')));
  // the turn of the person is free again
  expect(await inspectUpload({ ...upload, signal: new AbortController().signal }, 'u1')).toBe('docx');
});

it('what a process that has ended left on its way is known by its name', async () => {
  const here = (name: string) => name.replace(/^upload-([0-9a-f]{8})-.*/, '$1');
  const names: string[] = [];
  const watched = app.admin('POST', UPLOAD, ...multipart('a.docx', docx(1_900)));
  while (names.length === 0) {
    names.push(
      ...readdirSync(join(app.node.app.settings.dataDir, 'tmp'), { encoding: 'utf8' }).filter((name) => name.startsWith('upload-')),
    );
    await new Promise((resolve) => setImmediate(resolve));
  }
  await watched;
  const own = names[0]!;
  expect(isAbandonedUpload(own)).toBe(false);
  // no machine has a process of this number
  expect(isAbandonedUpload(`upload-${here(own)}-99999999-00000000-x`)).toBe(true);
  expect(isAbandonedUpload(`upload-${here(own)}-${process.pid}-00000000-x`)).toBe(true);
  expect(isAbandonedUpload('upload-ffffffff-99999999-00000000-x')).toBe(false);
  // a start takes away what they left, of this machine at once, of others after a day
  const { settings } = app.node.app;
  const folder = join(settings.dataDir, 'tmp');
  const elsewhere = 'upload-ffffffff-99999999-00000000-x';
  for (const name of [`upload-${here(own)}-99999999-00000000-x`, elsewhere, 'other']) writeFileSync(join(folder, name), 'left');
  await sweepTemporary(settings, new Date());
  expect(readdirSync(folder).sort()).toEqual(['other', elsewhere]);
  await sweepTemporary(settings, new Date(Date.now() + 86_400_000 + 60_000));
  expect(readdirSync(folder)).toEqual(['other']);
  rmSync(join(folder, 'other'));
});
