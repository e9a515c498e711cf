import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { sender, startApp, startNode, testSettings } from '#kit/test/app.ts';
import { multipart } from '#kit/test/multipart.ts';
import { until } from '#kit/test/until.ts';

const folders = mkdtempSync(join(tmpdir(), 'databrain-apart-'));
afterAll(() => rmSync(folders, { recursive: true, force: true }));

describe('several nodes with local files', () => {
  const app = startApp();
  const warnings = async (call = app.admin): Promise<string[]> => (await call('GET', '/monitor/server')).data.warnings;
  const seenBy = async (send: typeof app.stranger): Promise<string> => (await send('GET', '/health/ready')).data.phase;
  const second = (dataDir: string, rest = {}) => startNode(app.connection, testSettings(dataDir, rest));
  const tokenOf = () => app.make.adminToken();

  it('are told, the younger and the older node alike, and no longer when one has stopped', async () => {
    expect(await warnings()).toEqual([]);
    expect(await seenBy(app.stranger)).toBe('就绪');
    const other = await second(join(folders, 'own'));
    try {
      // the fault itself: what one node keeps the other does not have
      const [body, headers] = multipart('报告.pdf', Buffer.from('%PDF-1.7\nhere'));
      const { fileName } = (await app.admin('POST', '/file/files/uploadImg', body, headers)).data;
      const there = sender(() => other, await tokenOf());
      expect((await there('GET', `/file/fileView/${fileName}`)).status).not.toBe(200);

      const [younger] = await warnings(there);
      expect(younger).toMatch(`节点 ${app.node.app.node} 不在同一处保存文件`);
      expect(younger).toMatch(/FILE_STORE.*FILE_STORE_SECRET.*DATA_DIR\/files.*重启/);
      expect(await seenBy(there)).toBe('就绪，有 1 项警告，见服务监控');
      const [older] = await until(warnings, (found) => found.length > 0);
      expect(older).toMatch(`节点 ${other.app.node} 不在同一处保存文件`);
      expect((await app.admin('GET', '/metrics')).raw.toString()).toMatch(/^databrain_warnings 1$/m);
    } finally {
      await other.stop();
    }
    await until(warnings, (found) => found.length === 0);
    expect(readdirSync(join(folders, 'own/files/.nodes'))).toEqual([]);
  });

  it('are accepted when they share the folder under whatever path', async () => {
    const dataDir = join(folders, 'shared');
    mkdirSync(dataDir);
    symlinkSync(join(app.node.app.settings.dataDir, 'files'), join(dataDir, 'files'));
    const other = await second(dataDir);
    try {
      const there = sender(() => other, await tokenOf());
      expect(await warnings(there)).toEqual([]);
      const [body, headers] = multipart('共享.pdf', Buffer.from('%PDF-1.7\nshared'));
      const { fileName } = (await app.admin('POST', '/file/files/uploadImg', body, headers)).data;
      expect((await there('GET', `/file/fileView/${fileName}`)).raw.toString()).toBe('%PDF-1.7\nshared');
    } finally {
      await other.stop();
    }
  });

  it('are told about a node of a version that does not tell, not about one that died', async () => {
    const row = `insert into kit_node (node, owner, lease_until) values (900, 'x', now() + interval '1 hour')`;
    await app.database.pool.query(row);
    expect((await until(warnings, (found) => found.length > 0))[0]).toMatch('节点 900 ');
    await app.database.pool.query(`update kit_node set lease_until = now() + interval '20 seconds' where node = 900`);
    await until(warnings, (found) => found.length === 0);
  });
});
