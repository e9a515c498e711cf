import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { openDatabase } from '#kit/server/db/open.ts';
import { migrationSets } from '#kit/server/module.ts';
import { secretBox } from '#kit/server/secret-box.ts';
import { StartError } from '#kit/server/start-error.ts';
import { fileStore } from '#modules/files/server/index.ts';
import { installationKey, readConfig, type Config } from '../config.ts';
import { openDatabases } from '../databases.ts';
import { modules } from '../modules.ts';
import { explainStartError } from '../start-errors.ts';
import { backup } from './dump.ts';
import { inspect, restore } from './restore.ts';

const USAGE = `用法：npm run backup -- 文件　　　备份平台数据库与上传的文件
　　　npm run restore -- 文件　　　恢复到一个空的实例
环境变量与 npm start 相同；BACKUP_PASSPHRASE 给出口令时备份文件加密并包含安装密钥。`;

const say = (text: string) => process.stdout.write(`${text}\n`);
const log = pino({ level: 'silent' });

const storeOf = (config: Config) => fileStore(config);

/** Databases of this environment, without the demo warehouse: it is made anew when a restored demo starts. */
const databasesOf = (config: Config, key: Buffer) => openDatabases({ ...config, seed: 'empty' }, secretBox(key), say);

async function makeBackup(config: Config, path: string, passphrase: string | null): Promise<void> {
  const keyFile = join(config.dataDir, 'secret.key');
  if (!config.secretKey && !existsSync(keyFile)) throw new StartError(`${config.dataDir} 中没有数智大脑的数据，无可备份；请检查 DATA_DIR`);
  const key = installationKey(config);
  const databases = await databasesOf(config, key);
  try {
    const manifest = await backup({
      connection: databases.app,
      store: storeOf(config),
      path,
      version: config.version,
      key,
      keyFingerprint: secretBox(key).fingerprint,
      passphrase,
      say,
    });
    const rows = manifest.tables.reduce((total, table) => total + table.rows, 0);
    say(`备份完成：${path}`);
    say(`${manifest.tables.length} 张数据表共 ${rows} 行，${manifest.files.length} 个文件，数据时间 ${manifest.time}`);
    if (manifest.missingFiles.length > 0) say(`有 ${manifest.missingFiles.length} 个文件在存储中不存在，未备份`);
    if (!passphrase) say(`安装密钥不在备份中，请另行保管${config.secretKey ? ' SECRET_KEY' : ` ${keyFile}`}；没有它，恢复后无法启动。`);
  } finally {
    await databases.stop();
  }
}

/** The installation key must be the one that sealed the data of the backup. */
function keyForRestore(config: Config, kept: Buffer | null, fingerprint: string): Buffer {
  const keyFile = join(config.dataDir, 'secret.key');
  const present = config.secretKey
    ? Buffer.from(config.secretKey, 'base64')
    : existsSync(keyFile)
      ? Buffer.from(readFileSync(keyFile, 'utf8').trim(), 'base64')
      : null;
  const key = present ?? kept;
  if (!key) throw new StartError(`备份中没有安装密钥：请先把原实例的 secret.key 放入 ${config.dataDir}，或设置 SECRET_KEY，再恢复`);
  if (key.length !== 32 || secretBox(key).fingerprint !== fingerprint)
    throw new StartError('安装密钥与备份不符：请使用原实例的 SECRET_KEY 或 secret.key');
  if (!present) {
    mkdirSync(config.dataDir, { recursive: true });
    writeFileSync(keyFile, `${key.toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  }
  return key;
}

async function restoreBackup(config: Config, path: string, passphrase: string | null): Promise<void> {
  say('正在校验备份文件 …');
  const { manifest, key: kept } = await inspect(path, passphrase);
  say(
    `备份来自版本 ${manifest.version}，数据时间 ${manifest.time}，共 ${manifest.tables.length} 张数据表、${manifest.files.length} 个文件`,
  );
  const key = keyForRestore(config, kept, manifest.keyFingerprint);
  const databases = await databasesOf(config, key);
  const database = openDatabase({ ...databases.app, application_name: `restore-${randomUUID()}` }, log);
  try {
    await restore(
      { pool: database.pool, migrations: migrationSets(modules), store: storeOf(config), dataDir: config.dataDir, path, passphrase, say },
      manifest,
    );
    say('恢复完成，请用 npm start 启动。所有人需要重新登录。');
  } finally {
    await database.close();
    await databases.stop();
  }
}

/** Runs `backup FILE` or `restore FILE`; answers the exit code of the process. */
export async function main(command: string | undefined, path: string | undefined): Promise<number> {
  if ((command !== 'backup' && command !== 'restore') || !path) {
    say(USAGE);
    return 1;
  }
  try {
    const config = readConfig(process.env);
    process.umask(0o077);
    const passphrase = process.env['BACKUP_PASSPHRASE'] || null;
    await (command === 'backup' ? makeBackup : restoreBackup)(config, path, passphrase);
    return 0;
  } catch (error) {
    const sentence = error instanceof StartError ? error.message : explainStartError(error);
    process.stderr.write(`${sentence ?? `失败：${error instanceof Error ? (error.stack ?? error.message) : String(error)}`}\n`);
    return 1;
  }
}
