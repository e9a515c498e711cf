import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { multipart } from '#kit/test/multipart.ts';
import { systemModule } from '#modules/system/server/index.ts';
import { filesModule, storeFile, unbindFiles } from './index.ts';
import { recordModule } from './test-record/index.ts';

const app = startApp({ modules: [systemModule, filesModule, { ...recordModule, fileColumns: [{ table: 'sysPost', column: 'remark' }] }] });
const DAY_MS = 86_400_000;

const pathOf = (fileName: string) => join(app.node.app.settings.dataDir, 'files', fileName.slice(0, 2), fileName);
const has = (fileName: string) => existsSync(pathOf(fileName));
const upload = async (name = 'a.txt'): Promise<string> =>
  (await app.admin('POST', '/file/files/uploadImg', ...multipart(name, Buffer.from('x')))).data.fileName;
const isLive = async (fileName: string): Promise<boolean> =>
  (await app.database.db.selectFrom('fileObject').select('deletedAt').where('fileName', '=', fileName).executeTakeFirst())?.deletedAt ===
  null;

async function sweep(params: Record<string, unknown> = {}): Promise<{ summary: string; log: string[] }> {
  const task = filesModule.tasks?.['files.sweep'];
  const log: string[] = [];
  const summary = await task!.run({
    runId: '1',
    app: app.node.app,
    params: task!.params.parse(params),
    dueTime: app.clock.now,
    signal: new AbortController().signal,
    log: (text) => void log.push(text),
    progress: () => undefined,
  });
  return { summary: summary ?? '', log };
}
const later = (days: number) => {
  app.clock.now = new Date(Date.now() + days * DAY_MS);
};
beforeEach(async () => {
  later(0);
  await app.database.db.deleteFrom('fileLink').execute();
  await app.database.db.deleteFrom('fileObject').execute();
  rmSync(join(app.node.app.settings.dataDir, 'files'), { recursive: true, force: true });
});

describe('清理文件', () => {
  it('removes files that nothing keeps, after the days of the setting, and nothing else', async () => {
    const [orphan, bound, avatar, named] = [await upload(), await upload(), await upload(), await upload()];
    await app.admin('PUT', '/test/records/s1', { fileNames: bound, deptId: null, isOpen: false });
    const { db } = app.database;
    const me = await app.make.user();
    await db.updateTable('sysUser').set({ avatar }).where('id', '=', me.id).execute();
    await db
      .insertInto('sysPost')
      .values({ id: 'p1', postName: '岗', postCode: 'P_SWEEP', remark: `${'0'.repeat(32)}.png, ${named}` })
      .execute();
    later(29);
    expect((await sweep()).summary).toContain('已清理到期文件0个（0 B），无人使用的文件0个（0 B）');
    later(31);
    expect((await sweep({ dryRun: true })).summary).toContain('可清理到期文件0个（0 B），无人使用的文件1个（1 B）');
    expect([await isLive(orphan), has(orphan)]).toEqual([true, true]);
    expect((await sweep()).summary).toContain('无人使用的文件1个（1 B）');
    expect([await isLive(orphan), has(orphan)]).toEqual([false, false]);
    for (const name of [bound, avatar, named]) expect([await isLive(name), has(name)]).toEqual([true, true]);
    expect((await sweep()).summary).toContain('无人使用的文件0个');
    // no longer kept: gone at the next sweep
    await unbindFiles(db, 'file_test_record', 's1');
    await sweep();
    expect(await isLive(bound)).toBe(false);
  });

  it('removes what ended, unless a record keeps it', async () => {
    const uploader = await app.make.user();
    const make = () =>
      storeFile(app.node.app, app.database.db, {
        stream: Readable.from([Buffer.from('x')]),
        originalFilename: 'a.xlsx',
        contentType: 'application/octet-stream',
        createBy: uploader.id,
        createDept: null,
        expireTime: new Date(Date.now() + DAY_MS),
      });
    const [ends, kept] = [await make(), await make()];
    await app.admin('PUT', '/test/records/s2', { fileNames: kept.fileName, deptId: null, isOpen: true });
    await sweep();
    expect(await isLive(ends.fileName)).toBe(true);
    later(2);
    expect((await sweep()).summary).toContain('已清理到期文件1个');
    expect([await isLive(ends.fileName), has(ends.fileName), await isLive(kept.fileName)]).toEqual([false, false, true]);
  });

  it('reports bytes without row and rows without bytes, and removes what a failed deletion left', async () => {
    const [lost, left] = [await upload('lost.txt'), await upload('left.txt')];
    rmSync(pathOf(lost));
    await app.database.db.updateTable('fileObject').set({ deletedAt: new Date() }).where('fileName', '=', left).execute();
    const foreign = `${'f'.repeat(32)}.pdf`;
    mkdirSync(join(app.node.app.settings.dataDir, 'files', 'ff'), { recursive: true });
    writeFileSync(pathOf(foreign), 'x');
    utimesSync(pathOf(foreign), new Date(0), new Date(0));
    later(2);
    const { summary, log } = await sweep();
    expect(summary).toContain('残留内容1个，没有记录的内容1个，缺少内容的记录1个');
    expect(log).toEqual(
      expect.arrayContaining([`存储中有内容但没有记录：${foreign}`, `有记录但存储中没有内容：lost.txt（${lost}）`]) as string[],
    );
    expect([has(left), has(foreign)]).toEqual([false, true]);
  });

  it('goes through more files than one batch', async () => {
    const { db } = app.database;
    const rows = Array.from({ length: 1205 }, (_, i) => ({
      id: `many${String(i).padStart(5, '0')}`,
      fileName: `${i.toString(16).padStart(32, '0')}.txt`,
      originalFilename: 'a.txt',
      fileSize: 10,
      contentType: 'text/plain',
      sha256: '0'.repeat(64),
      fileType: 'local',
      createTime: new Date(Date.now() - 40 * DAY_MS),
    }));
    await db.insertInto('fileObject').values(rows).execute();
    expect((await sweep({ dryRun: true })).summary).toContain('可清理到期文件0个（0 B），无人使用的文件1205个（11.8 KB）');
    expect((await sweep()).summary).toContain('缺少内容的记录0个');
    expect((await db.selectFrom('fileObject').select('id').where('deletedAt', 'is', null).execute()).length).toBe(0);
  });
});
