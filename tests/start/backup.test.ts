import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, copyFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { launchEmbedded } from '#app/server/embedded-db/index.ts';
import { dataFolder, Product, signIn } from './product.ts';

const ROOT = join(import.meta.dirname, '../..');
const ended: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end();
});

function folder(): string {
  const made = dataFolder();
  ended.push(made.remove);
  return made.path;
}

async function start(dataDir: string, env: Record<string, string> = {}): Promise<Product> {
  const product = await Product.start({ ...env, DATA_DIR: dataDir, ADMIN_PASSWORD: 'Backup#Test2026ok', CAPTCHA: 'off' });
  ended.push(() => product.killHard());
  await product.ready();
  return product;
}

/** Runs `npm run backup|restore -- FILE` as a person would, on its own settings. */
function command(name: 'backup' | 'restore', file: string, env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const clean = Object.fromEntries(
    Object.entries(process.env).filter(([key]) => !/^(?:NODE_ENV|VITEST|TEST|npm_|DATABASE_URL|SECRET_KEY)/.test(key)),
  );
  const child = spawn(process.execPath, ['tools/backup.mjs', name, file], { cwd: ROOT, env: { ...clean, ...env } });
  let output = '';
  child.stdout.on('data', (text: Buffer) => (output += text.toString()));
  child.stderr.on('data', (text: Buffer) => (output += text.toString()));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}

describe('npm run backup and npm run restore', () => {
  it('copies the running product and brings it back in an empty folder, where people sign in as before', async () => {
    const from = folder();
    const product = await start(from);
    const token = await signIn(product, 'admin', 'Backup#Test2026ok');
    const made = await product.send('POST', '/system/posts', token, { postName: '备份前的岗位', sortNo: 1, status: '1', remark: null });
    expect(made.status).toBe(200);

    const file = join(folder(), 'platform.backup');
    const written = await command('backup', file, { DATA_DIR: from });
    expect(written.output).toContain('备份完成');
    expect(written.output).toContain('安装密钥不在备份中');
    expect(written.code).toBe(0);
    const late = await product.send('POST', '/system/posts', token, { postName: '备份后的岗位', sortNo: 1, status: '1', remark: null });
    expect(late.status).toBe(200);
    await product.interrupt();

    const to = folder();
    const keyless = await command('restore', file, { DATA_DIR: to });
    expect(keyless.code).toBe(1);
    expect(keyless.output).toContain('secret.key');
    mkdirSync(to, { recursive: true });
    copyFileSync(join(from, 'secret.key'), join(to, 'secret.key'));
    const back = await command('restore', file, { DATA_DIR: to });
    expect(back.output).toContain('恢复完成');
    expect(back.code).toBe(0);
    expect((await command('restore', file, { DATA_DIR: to })).output).toContain('已有数据');

    const again = await start(to);
    const names = await again
      .send('GET', '/system/posts/list', await signIn(again, 'admin', 'Backup#Test2026ok'))
      .then((reply) => reply.json() as Promise<{ data: { postName: string }[] }>);
    expect(names.data.map((post) => post.postName)).toContain('备份前的岗位');
    expect(names.data.map((post) => post.postName)).not.toContain('备份后的岗位');
    await again.interrupt();
  });

  it('moves an encrypted backup between outside databases of an ordinary owner, the installation key with it', async () => {
    const place = folder();
    const cluster = await launchEmbedded({ dir: place, log: () => {}, durable: false });
    ended.push(() => cluster.stop());
    const root = new pg.Client(cluster.connection('postgres'));
    await root.connect();
    await root.query("create role app login password 'right'");
    for (const name of ['old', 'new']) await root.query(`create database ${name} owner app`);
    await root.end();
    const url = (name: string) => `postgres://app:right@localhost/${name}?host=${encodeURIComponent(cluster.connection(name).host)}`;
    const from = { DATA_DIR: folder(), DATABASE_URL: url('old'), BACKUP_PASSPHRASE: 'move house' };
    const to = { DATA_DIR: folder(), DATABASE_URL: url('new'), BACKUP_PASSPHRASE: 'move house' };

    await (await start(from.DATA_DIR, from)).interrupt();
    const file = join(folder(), 'sealed.backup');
    expect((await command('backup', file, from)).output).toContain('备份完成');
    const refused = await command('restore', file, { ...to, BACKUP_PASSPHRASE: 'another' });
    expect(refused.output).toContain('备份口令不正确');
    expect(refused.code).toBe(1);
    expect((await command('restore', file, to)).output).toContain('恢复完成');
    const moved = await start(to.DATA_DIR, to);
    expect(await signIn(moved, 'admin', 'Backup#Test2026ok')).not.toBe('');
    await moved.interrupt();
  });

  it('says what is missing instead of making an empty backup', async () => {
    const nowhere = await command('backup', join(folder(), 'x.backup'), { DATA_DIR: join(folder(), 'none') });
    expect(nowhere.code).toBe(1);
    expect(nowhere.output).toContain('无可备份');
    expect(existsSync(join(folder(), 'x.backup'))).toBe(false);
    const nothing = await command('backup', '', {});
    expect(nothing.output).toContain('用法');
  });
});
