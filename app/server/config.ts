import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Settings } from '#kit/server/ctx.ts';
import { StartError } from '#kit/server/start-error.ts';
import { storeAddress } from '#modules/files/server/index.ts';
import pkg from '../../package.json' with { type: 'json' };

const ONE_OF = {
  SEED: ['demo', 'empty'],
  CAPTCHA: ['adaptive', 'always', 'off'],
  WARM_UP: ['on', 'off'],
} as const;

type Env = Readonly<Record<string, string | undefined>>;

function oneOf<K extends keyof typeof ONE_OF>(env: Env, name: K, fallback: (typeof ONE_OF)[K][number]): (typeof ONE_OF)[K][number] {
  const value = env[name] || fallback;
  const known = (ONE_OF[name] as readonly string[]).includes(value);
  if (!known) throw new StartError(`环境变量 ${name} 只能是 ${ONE_OF[name].join('、')}，当前为“${value}”`);
  return value as (typeof ONE_OF)[K][number];
}

/** What the environment asks for, before anything is opened. */
export interface Config extends Omit<Settings, 'demoDatabaseUrl' | 'demoReaderUrl' | 'managedReaderUrl' | 'embedded'> {
  /** null = the embedded cluster */
  readonly databaseUrl: string | null;
  /** DEMO_DATABASE_URL as given */
  readonly demoDatabaseUrl: string | null;
  /** MANAGED_READER_URL as given: an account that the operator made, where the platform may not make one */
  readonly managedReaderUrl: string | null;
  readonly secretKey: string | null;
  /** before the node says that it is ready, what first calls need is loaded and computed */
  readonly warmsUp: boolean;
  /** how long a stopping node still answers calls while its health check says no, milliseconds */
  readonly drainMs: number;
}

/** A proxy in front of several nodes looks about once a second; a single node has nobody who could take over. */
const DRAIN_SECONDS = 3;
const MAX_DRAIN_SECONDS = 60;

function drainOf(env: Env, databaseUrl: string | null): number {
  const text = env['DRAIN_SECONDS'];
  if (!text) return databaseUrl ? DRAIN_SECONDS * 1000 : 0;
  const seconds = Number(text);
  if (!(seconds >= 0 && seconds <= MAX_DRAIN_SECONDS))
    throw new StartError(`环境变量 DRAIN_SECONDS 应为 0 到 ${MAX_DRAIN_SECONDS} 的秒数，当前为“${text}”`);
  return seconds * 1000;
}

/** Where files are kept; a wrong address is found before anything is opened. */
function storeOf(env: Env): Pick<Config, 'fileStore' | 'fileStoreSecret'> {
  const store = { fileStore: env['FILE_STORE'] || 'local', fileStoreSecret: env['FILE_STORE_SECRET'] || null };
  storeAddress(store);
  return store;
}

/** The address of an account of the operator's own for reading the platform's tables, named only beside DATABASE_URL. */
function readerUrlOf(env: Env, databaseUrl: string | null): string | null {
  const url = env['MANAGED_READER_URL'] || null;
  if (url === null || databaseUrl === null) return null;
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url) || new URL(url).username === '')
    throw new StartError('环境变量 MANAGED_READER_URL 应形如 postgres://只读用户:密码@主机:5432/数据库，请检查');
  return url;
}

/** Reads the variables (README). Throws StartError with one sentence when one cannot be used. */
export function readConfig(env: Env): Config {
  const production = env['NODE_ENV'] === 'production';
  const port = Number(env['PORT'] || 8000);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new StartError(`环境变量 PORT 应为 0 到 65535 的整数，当前为“${env['PORT']}”`);
  const databaseUrl = env['DATABASE_URL'] || null;
  if (databaseUrl && !/^postgres(ql)?:\/\//.test(databaseUrl))
    throw new StartError('环境变量 DATABASE_URL 应形如 postgres://用户:密码@主机:5432/数据库，请检查');
  const captcha = oneOf(env, 'CAPTCHA', 'adaptive');
  if (production && captcha === 'off') throw new StartError('生产环境不允许关闭验证码，请去掉 CAPTCHA=off 后再启动');
  const secretKey = env['SECRET_KEY'] || null;
  if (production && databaseUrl && !secretKey)
    throw new StartError('生产环境使用外部数据库时必须设置 SECRET_KEY（32 字节的 base64），可用 openssl rand -base64 32 生成');
  return {
    port,
    host: env['HOST'] || '127.0.0.1',
    dataDir: resolve(env['DATA_DIR'] || './data'),
    production,
    seed: env['SEED'] ? oneOf(env, 'SEED', 'demo') : production ? 'empty' : 'demo',
    captcha,
    adminPassword: env['ADMIN_PASSWORD'] || null,
    ...storeOf(env),
    trustProxy: (env['TRUST_PROXY'] ?? '')
      .split(',')
      .map((text) => text.trim())
      .filter(Boolean),
    databaseUrl,
    demoDatabaseUrl: env['DEMO_DATABASE_URL'] || null,
    managedReaderUrl: readerUrlOf(env, databaseUrl),
    secretKey,
    warmsUp: oneOf(env, 'WARM_UP', 'on') === 'on',
    drainMs: drainOf(env, databaseUrl),
    version: pkg.version,
  };
}

/** The 32-byte installation key: SECRET_KEY, or a file in DATA_DIR that is made once. */
export function installationKey(config: Config): Buffer {
  if (config.secretKey) {
    const key = Buffer.from(config.secretKey, 'base64');
    if (key.length !== 32) throw new StartError('SECRET_KEY 应为 32 字节的 base64 文本，可用 openssl rand -base64 32 生成');
    return key;
  }
  const path = join(config.dataDir, 'secret.key');
  if (!existsSync(path)) makeKeyFile(config.dataDir, path);
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64');
  if (key.length !== 32) throw new StartError(`密钥文件 ${path} 已损坏，请从备份恢复`);
  return key;
}

/** Complete or not at all; of two nodes that start at once, the first one's key counts for both. */
function makeKeyFile(dataDir: string, path: string): void {
  mkdirSync(dataDir, { recursive: true });
  const partial = `${path}.${process.pid}`;
  writeFileSync(partial, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
  try {
    linkSync(partial, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(partial, { force: true });
  }
}
