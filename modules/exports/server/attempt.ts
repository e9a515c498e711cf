import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { ImportResult } from '#kit/contract/excel.ts';
import type { App, Db } from '#kit/server/ctx.ts';
import { notify } from '#modules/notices/server/index.ts';
import { readNumberConfig } from '#modules/system/server/index.ts';
import { pushState, startNext } from './queue.ts';
import type { Reach } from './reach.ts';

const DEFAULT_KEEP_DAYS = 7;
const DAY_MS = 86_400_000;
/** Where people find it. */
const CENTRE = '/user/exports';

/** Thrown when another run has claimed the transfer or the person has cancelled it: this run must not write any more. */
export class TransferSuperseded extends Error {
  constructor() {
    super('this run of the transfer counts no more');
  }
}

/** How a transfer ended. */
export interface End {
  readonly state: 'done' | 'failed' | 'cancelled';
  readonly text: string;
  readonly resultFile?: string | null;
  readonly resultName?: string | null;
  readonly resultSize?: number | null;
  readonly doneRows?: number;
  /** how far rights reached when the rows of an export were read */
  readonly reach?: Reach | null;
  readonly result?: ImportResult | null;
}

/** Claims a transfer for this run of its job; null when it has ended or is gone. */
export async function claimTransfer(app: App, id: string) {
  const row = await app.db
    .updateTable('sysTransfer')
    .set({
      state: 'running',
      attempt: randomBytes(12).toString('hex'),
      attempts: sql<number>`attempts + 1`,
      startTime: app.now(),
      doneRows: 0,
      percent: 0,
      text: '正在准备',
    })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .returningAll()
    .executeTakeFirst();
  return row?.attempt ? { ...row, attempt: row.attempt } : null;
}
export type Claimed = NonNullable<Awaited<ReturnType<typeof claimTransfer>>>;

/** Stores progress. Throws when another run has claimed the transfer. */
export async function saveProgress(app: App, mine: Claimed, progress: { doneRows: number; percent: number; text: string }): Promise<void> {
  const { numUpdatedRows } = await app.db
    .updateTable('sysTransfer')
    .set(progress)
    .where('id', '=', mine.id)
    .where('attempt', '=', mine.attempt)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new TransferSuperseded();
  await pushState(app, app.db, mine.id);
}

/** When the files of a transfer that ends now are removed. */
export async function expiryOf(app: App, db: Db): Promise<Date> {
  const days = await readNumberConfig(db, 'export.keepDays', DEFAULT_KEEP_DAYS);
  return new Date(app.now().getTime() + days * DAY_MS);
}

/**
 * Ends a run inside a transaction: state, bell, and the person's next transfer. Throws TakenOver, which rolls back what the transaction
 * has done: the work of a run counts once.
 */
export async function endTransfer(app: App, db: Db, mine: Claimed, end: End): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('sysTransfer')
    .set({
      ...end,
      result: end.result ? JSON.stringify(end.result) : null,
      reach: end.reach ? JSON.stringify(end.reach) : null,
      ...(end.state === 'done' ? { percent: 100 } : {}),
      attempt: null,
      endTime: app.now(),
      expireTime: await expiryOf(app, db),
      version: sql<number>`version + 1`,
    })
    .where('id', '=', mine.id)
    .where('attempt', '=', mine.attempt)
    // a cancellation before the commit wins: an import is then rolled back
    .$if(end.state !== 'cancelled', (query) => query.where('cancelRequested', '=', false))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new TransferSuperseded();
  await pushState(app, db, mine.id);
  await startNext(app, db, mine.createBy);
  if (end.state === 'cancelled') return;
  const what = `${mine.entityLabel}${mine.kind === 'export' ? '导出' : '导入'}`;
  await notify(app, db, {
    to: [mine.createBy],
    kind: 'export',
    title: `${what}${end.state === 'done' ? '完成' : '未完成'}`,
    text: end.text,
    path: CENTRE,
    key: `transfer:${mine.id}:${mine.attempts}`,
  });
}
