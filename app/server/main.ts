import { createServer } from 'node:net';
import { fchmodSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { pino, type Logger } from 'pino';
import type { Settings } from '#kit/server/ctx.ts';
import { openDatabase } from '#kit/server/db/open.ts';
import { secretBox } from '#kit/server/secret-box.ts';
import { StartError } from '#kit/server/start-error.ts';
import { authenticate } from '#modules/system/server/index.ts';
import { compose, type Node } from './compose.ts';
import { installationKey, readConfig, type Config } from './config.ts';
import { demoReaderPassword, openDatabases, type Databases } from './databases.ts';
import { demoLevelsDecided, demoModule, seedDemo } from '#demo/index.ts';
import { modules } from './modules.ts';
import { revokeOtherAccess, startPrivately } from './private-data.ts';
import { seedPlatform } from './seed.ts';
import { explainStartError } from './start-errors.ts';
import { servePages } from './embed-page.ts';
import { builtWeb, pageFallback, webMark } from './static.ts';

const SIGNAL_WINDOW_MS = 5_000;
/** A first page that must wait for the SQL parser to be compiled takes longer than this and what follows together. */
const WARM_MS = 6_000;

/** Sentences for the person at the console; the log has its own file. */
const say = (text: string) => process.stdout.write(`${text}\n`);

function openLog(config: Config): Logger {
  const level = process.env['LOG_LEVEL'] || 'info';
  // In production the log belongs to whoever runs the process; on a desk it would bury the two lines that matter.
  if (config.production) return pino({ level, serializers: { error: pino.stdSerializers.err } });
  mkdirSync(join(config.dataDir, 'logs'), { recursive: true });
  // opened here: a start that fails at once must not end inside a destination that is still opening
  const file = openSync(join(config.dataDir, 'logs', 'app.log'), 'a', 0o600);
  fchmodSync(file, 0o600);
  const destination = pino.destination({ dest: file, sync: false });
  destination.on('error', () => undefined); // a full disk must not end the product
  return pino({ level, serializers: { error: pino.stdSerializers.err } }, destination);
}

/** A taken port is found before anything is started. */
function assertPortFree(config: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(config.port, config.host, () => probe.close(() => resolve()));
  });
}

function announce(config: Config, node: Node, admin: { username: string; password: string | null } | null, databases: Databases): void {
  const address = node.http.server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  const host = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host;
  say('');
  say(`数智大脑已就绪：http://${host}:${port}/`);
  if (admin?.password) say(`登录账号：${admin.username}　密码：${admin.password}`);
  else say(`登录账号：${admin?.username ?? 'admin'}（密码为首次启动时设置的密码）`);
  if (config.seed === 'demo') say('当前为演示数据，请勿用于生产。');
  if (databases.demoMissing) say(databases.demoMissing);
  for (const text of node.app.conditions.list()) say(`警告：${text}`);
  say('按 Ctrl-C 停止。');
}

const ownDatabases = ({ demoOwnerUrl, demoReaderUrl, managedReaderUrl, embedded }: Databases) => ({
  demoDatabaseUrl: demoOwnerUrl,
  demoReaderUrl,
  managedReaderUrl,
  embedded,
});

async function run(): Promise<void> {
  const config = readConfig(process.env);
  await assertPortFree(config);
  const isRoot = process.getuid?.() === 0;
  const open = startPrivately(config.dataDir, { isPassage: isRoot && config.databaseUrl === null });
  if (open) say(open);
  const secrets = secretBox(installationKey(config));
  const log = openLog(config);
  const databases = await openDatabases(config, secrets, say);
  // the folder of the database keeps what its user needs, and was closed when it was opened
  await revokeOtherAccess(config.dataDir, [join(config.dataDir, 'pg')]);
  const web = builtWeb();
  const settings: Settings = {
    port: config.port,
    host: config.host,
    dataDir: config.dataDir,
    production: config.production,
    seed: config.seed,
    captcha: config.captcha,
    adminPassword: config.adminPassword,
    fileStore: config.fileStore,
    fileStoreSecret: config.fileStoreSecret,
    trustProxy: config.trustProxy,
    // browsers that were loaded from another build are told so
    version: web ? `${config.version}+${webMark(web)}` : config.version,
    ...ownDatabases(databases),
  };
  let node: Node | undefined;
  let isAnnounced = false;
  let admin: { username: string; password: string | null } | null = null;
  const stop = async () => {
    await node?.stop({ drainMs: config.drainMs });
    await databases.stop();
  };
  onSignal(stop);
  try {
    node = await compose({
      settings,
      page: web ? pageFallback : undefined,
      // those of the start are told with the address, where they are seen
      announce: (text) => isAnnounced && say(`警告：${text}`),
      database: openDatabase(databases.app, log),
      secrets,
      log,
      modules: config.seed === 'demo' ? [...modules, demoModule] : modules,
      authenticate,
      seed: async (app, progress) => {
        admin = await seedPlatform(app, progress);
        if (settings.seed === 'demo') await seedDemo(app, { readerPassword: demoReaderPassword(secrets), progress });
      },
      settle: async (app, progress) => {
        if (settings.seed === 'demo') await demoLevelsDecided(app, progress);
      },
    });
    if (web) await servePages(node, web);
    await node.http.listen({ port: config.port, host: config.host });
    const showing = showProgress(node);
    await node.prepare({ warmMs: config.warmsUp ? WARM_MS : 0 }).finally(() => clearInterval(showing));
    if (!web) say('未找到已构建的前端（dist/web），仅提供接口');
    announce(config, node, admin, databases);
    isAnnounced = true;
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  }
}

/** Prints each new phase of the start once, with its percentage. */
function showProgress(node: Node): NodeJS.Timeout {
  let last = '';
  return setInterval(() => {
    const waiting = node.life.waiting;
    if (!waiting || `${waiting.phase}${waiting.percent}` === last) return;
    last = `${waiting.phase}${waiting.percent}`;
    say(`  ${String(waiting.percent).padStart(3)}%  ${waiting.phase}`);
  }, 1_000);
}

/** Ctrl-C and SIGTERM stop cleanly; a terminal and npm both forward the signal, so repeats within five seconds count as one. */
function onSignal(stop: () => Promise<void>): void {
  let first = 0;
  const handle = () => {
    if (first === 0) {
      first = Date.now();
      say('\n正在停止…');
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`${String(error)}\n`);
          process.exit(1);
        },
      );
    } else if (Date.now() - first > SIGNAL_WINDOW_MS) process.exit(1);
  };
  process.on('SIGINT', handle);
  process.on('SIGTERM', handle);
}

run().catch((error: unknown) => {
  const sentence = error instanceof StartError ? error.message : explainStartError(error);
  process.stderr.write(`${sentence ?? `启动失败：${error instanceof Error ? (error.stack ?? error.message) : String(error)}`}\n`);
  process.exit(1);
});
