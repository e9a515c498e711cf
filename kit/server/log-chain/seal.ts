import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { App, Db } from '../ctx.ts';
import { linkHash, LOG_COLUMNS, signEnd } from './link.ts';

const EVERY_MS = 2_000;
const PER_BATCH = 500;
/** A row may become visible this long after its timestamp: longest write plus clock differences between nodes. */
export const OVERLAP_MS = 10 * 60_000;
const CHAIN = 'oper';

/** Links one batch of rows that have no link yet; answers how many. One node at a time, the others skip (row lock). */
async function sealBatch(app: App, db: Db): Promise<number> {
  const head = await db
    .selectFrom('kitLogChainHead')
    .select(['seq', 'hash', 'scannedTo'])
    .where('id', '=', CHAIN)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!head) return 0;
  const now = app.now();
  let rows = db
    .selectFrom('sysOperLog')
    .select(LOG_COLUMNS)
    .where((e) => e.not(e.exists(e.selectFrom('kitLogChain').select('seq').whereRef('kitLogChain.logId', '=', 'sysOperLog.id'))));
  if (head.scannedTo) rows = rows.where('createTime', '>', new Date(head.scannedTo.getTime() - OVERLAP_MS));
  const found = await rows.orderBy('createTime').orderBy('id').limit(PER_BATCH).execute();
  let seq = Number(head.seq);
  let { hash } = head;
  const links = found.map((row) => {
    seq += 1;
    hash = linkHash(app.secrets, seq, hash, row);
    return { seq: String(seq), logId: row.id, hash, createTime: now };
  });
  const isFull = found.length === PER_BATCH;
  const scannedTo = isFull ? (found.at(-1)?.createTime ?? now) : now;
  if (links.length > 0) await db.insertInto('kitLogChain').values(links).execute();
  // an idle product writes nothing: the mark is moved only when it lags by half an overlap
  if (links.length === 0 && head.scannedTo && scannedTo.getTime() - head.scannedTo.getTime() < OVERLAP_MS / 2) return 0;
  await db
    .updateTable('kitLogChainHead')
    .set({
      scannedTo,
      ...(links.length > 0 ? { seq: String(seq), hash, signature: signEnd(app.secrets, 'head', seq, hash) } : {}),
    })
    .where('id', '=', CHAIN)
    .execute();
  return links.length;
}

/** The current sealing run of this process; the next one waits for it. */
const turns = new WeakMap<App, Promise<number>>();

/** Links all rows visible now, including those that a concurrent run of this process is linking. */
export function sealLogs(app: App): Promise<number> {
  const before = turns.get(app) ?? Promise.resolve(0);
  const seal = () => sealNow(app);
  const turn = before.then(seal, seal);
  turns.set(app, turn);
  return turn;
}

async function sealNow(app: App): Promise<number> {
  for (let total = 0; ;) {
    const sealed = await app.db.transaction().execute((db) => sealBatch(app, db));
    total += sealed;
    if (sealed === PER_BATCH) continue;
    if (total > 0) await storeHead(app);
    return total;
  }
}

const storedHeadPath = (app: App): string => join(app.settings.dataDir, 'log-chain.head');

/** The last chain head that this node saw, stored outside the database to detect truncation of the chain. */
export async function storedHead(app: App): Promise<{ seq: number; hash: string } | null> {
  const text = await readFile(storedHeadPath(app), 'utf8').catch(() => '');
  const [, seq, hash] = /^(\d+) (\S+)\n$/.exec(text) ?? [];
  return seq && hash ? { seq: Number(seq), hash } : null;
}

async function storeHead(app: App): Promise<void> {
  const head = await app.db.selectFrom('kitLogChainHead').select(['seq', 'hash']).where('id', '=', CHAIN).executeTakeFirst();
  if (!head || head.hash === '') return;
  const path = storedHeadPath(app);
  await mkdir(app.settings.dataDir, { recursive: true });
  await writeFile(`${path}.new`, `${head.seq} ${head.hash}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
}

/** Links new log rows every two seconds until the returned function is called. Calls never wait for it. */
export function startSealing(app: App): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    running = sealLogs(app)
      .then(() => undefined)
      .catch((error: unknown) => app.log.warn({ error: String(error) }, 'operation log rows were not linked yet'))
      .finally(() => (busy = false));
  }, EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
