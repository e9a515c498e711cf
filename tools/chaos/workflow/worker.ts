/**
 * One node with approvals only, which dies at a named point of its work: `npm run chaos -- workflow` bundles and runs it. The points are found
 * in what it says to the database, so the product itself knows nothing of them.
 */
import type { Duplex } from 'node:stream';
import pg from 'pg';
import { pino } from 'pino';
import { compose } from '#app/server/compose.ts';
import { seedPlatform } from '#app/server/seed.ts';
import { openDatabase } from '#kit/server/db/open.ts';
import { secretBox } from '#kit/server/secret-box.ts';
import { authenticate } from '#modules/system/server/index.ts';
import { chaosModules, KEY, nodeSettings } from './modules.ts';

const env = process.env;
/** Where it dies, and how many times that point is passed before. */
const point = env['POINT'] ?? '';
let left = Number(env['AFTER'] ?? 0);
const SHIFT_MS = Number(env['SHIFT_MS'] ?? 0);

const reached = (name: string): boolean => name === point && (left -= 1) < 0;
const die = (): void => void process.kill(process.pid, 'SIGKILL');

const worked = new WeakSet<pg.Client>();
const query = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => unknown;
function watched(this: pg.Client, ...args: unknown[]): unknown {
  const first = args[0] as { text?: string } | string | undefined;
  const text = typeof first === 'string' ? first : (first?.text ?? '');
  const isCommit = text === 'commit' && worked.has(this);
  if (isCommit && reached('before-commit')) die();
  if (text.startsWith('update "flow_outbox" set "state" = ') && reached('effect')) die();
  const answer = query.apply(this, args);
  const { stream } = (this as unknown as { connection: { stream: Duplex } }).connection;
  // statements go in one packet when the last of them is said
  if (isCommit && reached('cut')) process.nextTick(() => stream.destroy());
  // a step ends tasks first, then stores its trail with what it has made and the new state (server/step-writes.ts)
  const isEnded = text.startsWith('with ended as');
  const isStored = text.startsWith('with "trail" as');
  if (isStored) worked.add(this);
  if ((isEnded && reached('ended')) || (isStored && reached('stored'))) {
    // it dies when the database has been told of this statement, but not of those behind it
    while (stream.writableCorked > 0) stream.uncork();
    die();
  }
  if (!isCommit || !(answer instanceof Promise)) return answer;
  return answer.then((result: unknown) => {
    worked.delete(this);
    if (reached('after-commit')) die();
    return result;
  });
}
pg.Client.prototype.query = watched as typeof pg.Client.prototype.query;

const log = pino({ level: env['LOG'] ?? 'silent', serializers: { error: pino.stdSerializers.err } });
const node = await compose({
  settings: nodeSettings(env['DATA_DIR'] ?? '/tmp', Number(env['PORT'])),
  database: openDatabase({ connectionString: env['DATABASE_URL'] ?? '', max: Number(env['POOL'] ?? 12) }, log),
  secrets: secretBox(KEY),
  log,
  modules: chaosModules(),
  authenticate,
  seed: async (app, progress) => void (env['SEEDS'] === '1' && (await seedPlatform(app, progress))),
  ...(SHIFT_MS !== 0 && { now: () => new Date(Date.now() + SHIFT_MS) }),
});
await node.http.listen({ port: Number(env['PORT']), host: '127.0.0.1' });
await node.prepare();
process.send?.('ready');
process.on('SIGTERM', () => void node.stop().finally(() => process.exit(0)));
