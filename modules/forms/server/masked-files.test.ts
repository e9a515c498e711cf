import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { multipart } from '#kit/test/multipart.ts';
import { managedSourceId } from '#modules/managed/server/index.ts';
import { sealColumns } from '#modules/sources/server/test-source.ts';

const app = startApp({ managed: true });
const base = '/data/filling/forms';
const schema = {
  layout: [
    { id: 'f1', type: 'file', key: 'open_papers', label: '公开附件' },
    { id: 'f2', type: 'file', key: 'papers', label: '证件' },
    { id: 'f3', type: 'subform', key: 'kin', label: '家属', children: [{ id: 'c1', type: 'file', key: 'kin_papers', label: '证件' }] },
  ],
  rules: [],
};
let formId = '';
let own!: Send;
const uploadNamed = async (name: string): Promise<string> =>
  (await own('POST', '/file/files/uploadImg', ...multipart(name, Buffer.from('正文')))).data.fileName;
const upload = () => uploadNamed('证件.txt');
const opens = async (name: string, send: Send = app.admin) => (await send('GET', `/file/fileView/${name}`)).status;
const seal = async () => sealColumns(app, (await managedSourceId(app.node.app.db))!, 'papers', 'kin_papers');

beforeAll(async () => {
  formId = (await app.admin('POST', base, { formCode: 'papers', formName: '证件登记', schema })).data.id;
  expect((await app.admin('POST', `${base}/${formId}/publish`, { version: 0 })).status).toBe(200);
  own = app.as((await app.make.user({ perms: [] })).token);
});

describe('files in fields of level L3', () => {
  it('are opened by who filled them in alone, in the main table and in rows, also for those who manage all files', async () => {
    const [shown, hidden, cell] = [await upload(), await upload(), await upload()];
    const made = await own('POST', `${base}/${formId}/records`, {
      values: { open_papers: [shown], papers: [hidden], kin: [{ kin_papers: [cell] }] },
    });
    expect(made.status, made.msg).toBe(200);
    const reader = app.as((await app.make.user({ perms: ['filling:record:list'] })).token);
    for (const send of [app.admin, reader])
      expect(await Promise.all([shown, hidden, cell].map((name) => opens(name, send)))).toEqual([200, 200, 200]);
    await seal();
    for (const send of [app.admin, reader])
      expect(await Promise.all([shown, hidden, cell].map((name) => opens(name, send)))).toEqual([200, 404, 404]);
    expect(await Promise.all([shown, hidden, cell].map((name) => opens(name, own)))).toEqual([200, 200, 200]);
    const signed = await app.admin('POST', '/file/files/sign', { fileNames: [shown, hidden, cell] });
    expect(signed.data.map(({ fileName }: { fileName: string }) => fileName)).toEqual([shown]);
  });

  it('have no name in the list of all files, and are found and ordered by none', async () => {
    const name = await uploadNamed('王五的病历.txt');
    const made = await own('POST', `${base}/${formId}/records`, { values: { papers: [name] } });
    expect(made.status, made.msg).toBe(200);
    await seal();
    const rows = async (query: string, send: Send = app.admin) =>
      (await send('GET', `/file/files/page?pageSize=100&${query}`)).data.data as {
        id: string;
        fileName: string;
        originalFilename: string;
      }[];
    const [row] = (await rows('')).filter(({ fileName }) => fileName === name);
    expect(row!.originalFilename).toBe('******.txt');
    expect((await app.admin('GET', `/file/files/${row!.id}`)).data.originalFilename).toBe('******.txt');
    expect(await rows(`originalFilename=${encodeURIComponent('王五')}`)).toEqual([]);
    expect((await app.admin('DELETE', `/file/files/${row!.id}`)).msg).not.toContain('王五');
    expect((await rows('sort=originalFilename')).map(({ fileName }) => fileName)).toContain(name);
    const manager = app.as((await app.make.user({ perms: ['file:file:list'], dataScope: '1' })).token);
    expect(await rows(`originalFilename=${encodeURIComponent('王五')}`, manager)).toEqual([]);
  });

  it('are open where the same file stands in another field as well', async () => {
    await seal();
    const both = await upload();
    const made = await own('POST', `${base}/${formId}/records`, { values: { open_papers: [both], papers: [both] } });
    expect(made.status, made.msg).toBe(200);
    expect(await opens(both)).toBe(200);
  });
});
