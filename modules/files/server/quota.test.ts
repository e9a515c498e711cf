import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { multipart } from '#kit/test/multipart.ts';
import { until } from '#kit/test/until.ts';

const app = startApp();
const MB = 1_048_576;

const set = (key: string, value: string) =>
  app.database.db.updateTable('sysConfig').set({ configValue: value }).where('configKey', '=', key).execute();
afterEach(async () => {
  await set('file.quotaMB', '2048');
  await set('file.totalQuotaMB', '0');
});
const upload = (send: Send, megabytes: number) =>
  send('POST', '/file/files/uploadImg', ...multipart('a.pdf', Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(megabytes * MB - 5)])));
/** Files in the store, once `count` of them are there: what was refused late is taken back right after the answer. */
const settled = (count: number) =>
  until(
    async () => stored(),
    (now) => now === count,
  );
const stored = (): number => {
  const root = join(app.node.app.settings.dataDir, 'files');
  return existsSync(root) ? readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length : 0;
};

describe('quota', () => {
  it('of an account: says what is used and allowed, and leaves nothing', async () => {
    const me = app.as((await app.make.user()).token);
    await set('file.quotaMB', '5');
    expect((await upload(me, 3)).status).toBe(200);
    const before = stored();
    expect(await upload(me, 3)).toMatchObject({
      status: 422,
      error: 'file.quotaExceeded',
      msg: '您的文件空间不足：已用3.0 MB，上限5.0 MB，请联系管理员清理不再使用的文件',
      data: { used: 3 * MB, limit: 5 * MB },
    });
    expect(stored()).toBe(before);
    expect((await upload(me, 2)).status).toBe(200);
    expect((await upload(app.as((await app.make.user()).token), 3)).status).toBe(200);
    await set('file.quotaMB', '0');
    expect((await upload(me, 3)).status).toBe(200);
  });

  it('is kept also when many uploads come at once', async () => {
    const me = app.as((await app.make.user()).token);
    await set('file.quotaMB', '4');
    const before = stored();
    const answers = await Promise.all(Array.from({ length: 8 }, () => upload(me, 1)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(4);
    expect(answers.filter((answer) => answer.error === 'file.quotaExceeded')).toHaveLength(4);
    await settled(before + 4);
  });

  it('of the whole product', async () => {
    const { data } = await app.admin('GET', '/file/files/figures');
    await set('file.totalQuotaMB', String(Math.ceil(data.bytes / MB) + 1));
    const answer = await upload(app.admin, 3);
    expect(answer).toMatchObject({ status: 422, error: 'file.quotaExceeded' });
    expect(answer.msg).toMatch(/^平台文件空间不足：已用/);
    expect((await upload(app.admin, 1)).status).toBe(200);
  });
});

describe('a repeated upload', () => {
  it('with the same key stores one file', async () => {
    const me = app.as((await app.make.user()).token);
    const [body, headers] = multipart('a.pdf', Buffer.from('%PDF-once'));
    const keyed = { ...headers, 'idempotency-key': 'upload-once-1' };
    const before = stored();
    const first = await me('POST', '/file/files/uploadImg', body, keyed);
    const second = await me('POST', '/file/files/uploadImg', body, keyed);
    expect(second.data).toEqual(first.data);
    await settled(before + 1);
    expect((await me('GET', `/file/fileView/${first.data.fileName}`)).raw.toString()).toBe('%PDF-once');
  });
});
