import type { App, Db } from '#kit/server/ctx.ts';
import { insertRows as insertBulk } from '#kit/server/db/bulk.ts';
import type { JobKind, JobRun } from '#kit/server/jobs.ts';
import { sql } from 'kysely';
import { notify } from '#modules/notices/server/index.ts';
import type { FeedMessage } from '../../contract/target.ts';
import { pauseAfter } from '../../core/index.ts';
import { leavingOf, messagesOf, sentTo, Stopped, type Change, type Leaving } from './leaving.ts';
import { numberChanges } from './outbox.ts';
import type { Outcome } from './outcome.ts';
import { sendMessages } from './send.ts';
import { queueNext } from './snapshot.ts';
import type { StoredTarget } from './target-rows.ts';

export const DELIVER_JOB = 'masterdata.deliver';
interface Payload {
  readonly targetId: string;
}
/** A message that the target does not take is tried so often before a person decides. */
const MAX_TRIES = 5;
/** Afterwards others have their turn. */
const MAX_BATCHES = 100;

export const runningTarget = (db: Db, id: string): Promise<StoredTarget | undefined> =>
  db
    .selectFrom('masterdataTarget')
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .where('state', '=', 'running')
    .executeTakeFirst();

const CHANGE = ['seq', 'recordId', 'recordVersion', 'action', 'status', 'cells', 'createTime'] as const;
const asChange = (row: Record<(typeof CHANGE)[number], unknown>): Change => ({
  ...(row as unknown as Change),
  seq: String(row.seq as string),
  recordVersion: String(row.recordVersion as string),
});

/** The numbered changes of a model that a target may get, after a number, in their order. */
export async function changesAfter(db: Db, target: StoredTarget, after: string, limit: number): Promise<Change[]> {
  const rows = await db
    .selectFrom('masterdataOutbox')
    .select([...CHANGE])
    .where('modelId', '=', target.modelId)
    .where('seq', '>', after)
    .where((e) => e.or([e('targetId', 'is', null), e('targetId', '=', target.id)]))
    .orderBy('seq')
    .limit(limit)
    .execute();
  return rows.map(asChange);
}

interface Handled {
  readonly message: FeedMessage;
  readonly createTime: Date;
  readonly outcome: Outcome;
  readonly tries: number;
  readonly ms: number;
}
const LOG = {
  id: 'text',
  targetId: 'text',
  modelId: 'text',
  seq: 'bigint',
  recordId: 'text',
  recordVersion: 'bigint',
  action: 'text',
  state: 'text',
  tries: 'integer',
  message: 'text',
  httpStatus: 'integer',
  timeMs: 'integer',
  nextTime: 'timestamptz',
  createTime: 'timestamptz',
  sendTime: 'timestamptz',
} as const;

const stateOf = ({ outcome, tries }: Handled): 'done' | 'retry' | 'dead' => {
  if (outcome.kind === 'done') return 'done';
  return tries >= MAX_TRIES ? 'dead' : 'retry';
};

/** Writes down what came of messages: the log, and what the target has by now. */
export async function keepHandled(app: App, db: Db, target: StoredTarget, handled: readonly Handled[]): Promise<void> {
  if (handled.length === 0) return;
  const now = app.now();
  const rows = handled.map((one) => ({
    id: app.ids.next(),
    targetId: target.id,
    modelId: target.modelId,
    seq: one.message.seq,
    recordId: one.message.id,
    recordVersion: one.message.version,
    action: one.message.reason,
    state: stateOf(one),
    tries: one.tries,
    message: one.outcome.message?.slice(0, 500) ?? null,
    httpStatus: one.outcome.status,
    timeMs: one.ms,
    nextTime: stateOf(one) === 'retry' ? new Date(now.getTime() + pauseAfter(one.tries)).toISOString() : null,
    createTime: one.createTime.toISOString(),
    sendTime: now.toISOString(),
  }));
  await db
    .deleteFrom('masterdataDelivery')
    .where('targetId', '=', target.id)
    .where(
      'seq',
      'in',
      rows.map(({ seq }) => seq),
    )
    .execute();
  await insertBulk(db, 'masterdata_delivery', LOG, rows);
  const last = new Map(handled.flatMap(({ message, outcome }) => (outcome.kind === 'done' ? [[message.id, message] as const] : [])));
  if (last.size === 0) return;
  const sent = [...last.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  await sql`insert into masterdata_target_record (target_id, record_id, model_id, record_version, is_gone, seq, send_time)
    select ${target.id}, n.id, ${target.modelId}, n.version, n.gone, n.seq, ${now}
    from unnest(${sent.map(({ id }) => id)}::text[], ${sent.map(({ version }) => version)}::bigint[],
      ${sent.map(({ action }) => (action === 'remove' ? '1' : '0'))}::text[], ${sent.map(({ seq }) => seq)}::bigint[]) as n (id, version, gone, seq)
    on conflict (target_id, record_id) do update set record_version = excluded.record_version, is_gone = excluded.is_gone,
      seq = excluded.seq, send_time = excluded.send_time`.execute(db);
}

/** A later message about a record makes the earlier ones that the target did not take needless. */
const supersede = (db: Db, target: StoredTarget, handled: readonly Handled[]) =>
  sql`update masterdata_delivery d set state = 'superseded', next_time = null
    from unnest(${handled.map(({ message }) => message.id)}::text[], ${handled.map(({ message }) => message.seq)}::bigint[]) as n (id, seq)
    where d.target_id = ${target.id} and d.state in ('retry', 'dead') and d.record_id = n.id and d.seq < n.seq`.execute(db);

async function tryOne(leaving: Leaving, messages: readonly FeedMessage[], signal: AbortSignal) {
  const started = performance.now();
  const outcome = await sendMessages(leaving, messages, signal);
  return { outcome, ms: Math.round(performance.now() - started) };
}

/** Sends messages together, and one by one where the target does not take them together. Null: everything waits or stops with this outcome. */
async function sendAll(
  leaving: Leaving,
  messages: readonly { readonly message: FeedMessage; readonly createTime: Date }[],
  signal: AbortSignal,
): Promise<{ handled: Handled[]; held: Outcome | null }> {
  const { outcome, ms } = await tryOne(
    leaving,
    messages.map(({ message }) => message),
    signal,
  );
  const holds = (one: Outcome) => one.kind === 'later' || one.kind === 'stop';
  if (holds(outcome)) return { handled: [], held: outcome };
  if (outcome.kind === 'done' || messages.length === 1)
    return { handled: messages.map((one) => ({ ...one, outcome, ms, tries: 1 })), held: null };
  const handled: Handled[] = [];
  for (const one of messages) {
    signal.throwIfAborted();
    const alone = await tryOne(leaving, [one.message], signal);
    if (holds(alone.outcome)) return { handled, held: alone.outcome };
    handled.push({ ...one, ...alone, tries: 1 });
  }
  return { handled, held: null };
}

/** Handles the next changes. Answers the outcome that holds the others up, `false` when there was nothing. */
async function sendNext(app: App, leaving: Leaving, signal: AbortSignal): Promise<Outcome | boolean> {
  const { target } = leaving;
  const position = (await runningTarget(app.db, target.id))?.position;
  if (position === undefined) return false;
  const changes = await changesAfter(app.db, target, String(position), target.batchSize);
  if (changes.length === 0) return false;
  const told = await messagesOf(app.db, leaving, changes);
  const messages = told.flatMap((message, at) => (message ? [{ message, createTime: changes[at]!.createTime }] : []));
  const { handled, held } = messages.length === 0 ? { handled: [], held: null } : await sendAll(leaving, messages, signal);
  if (held && handled.length === 0) return held;
  const reached = held ? handled.at(-1)!.message.seq : changes.at(-1)!.seq;
  await app.db.transaction().execute(async (db) => {
    await supersede(db, target, handled);
    await keepHandled(app, db, target, handled);
    const set = { position: reached, tries: 0, retryTime: null, problem: null };
    await db
      .updateTable('masterdataTarget')
      .set(handled.length === 0 ? { ...set } : { ...set, lastTime: app.now() })
      .where('id', '=', target.id)
      // a replay that was asked for meanwhile is not undone
      .where('position', '=', position)
      .execute();
  });
  return held ?? true;
}

/** Tries what the target did not take again, when it is due. Answers the outcome that holds the others up, or null. */
async function sendAgain(app: App, leaving: Leaving, signal: AbortSignal): Promise<Outcome | null> {
  const { target } = leaving;
  const due = await app.db
    .selectFrom('masterdataDelivery as d')
    .innerJoin('masterdataOutbox as o', (join) => join.onRef('o.modelId', '=', 'd.modelId').onRef('o.seq', '=', 'd.seq'))
    .select(CHANGE.map((field) => `o.${field}` as const))
    .select('d.tries')
    .where('d.targetId', '=', target.id)
    .where('d.state', '=', 'retry')
    .where('d.nextTime', '<=', app.now())
    .orderBy('d.seq')
    .limit(200)
    .execute();
  for (const row of due) {
    signal.throwIfAborted();
    const change = asChange(row);
    const has = (await sentTo(app.db, target.id, [change.recordId])).get(change.recordId);
    const [message] = has && BigInt(has.version) > BigInt(change.recordVersion) ? [null] : await messagesOf(app.db, leaving, [change]);
    if (!message) {
      await app.db
        .updateTable('masterdataDelivery')
        .set({ state: 'superseded', nextTime: null })
        .where('targetId', '=', target.id)
        .where('seq', '=', change.seq)
        .execute();
      continue;
    }
    const sent = await tryOne(leaving, [message], signal);
    if (sent.outcome.kind === 'later' || sent.outcome.kind === 'stop') return sent.outcome;
    const handled = { message, createTime: change.createTime, ...sent, tries: row.tries + 1 };
    await app.db.transaction().execute(async (db) => keepHandled(app, db, target, [handled]));
    if (stateOf(handled) === 'dead')
      await tellOwner(app, target, `“${target.targetName}”有变更多次被目标拒绝：${sent.outcome.message ?? ''}`);
  }
  return null;
}

const tellOwner = (app: App, target: StoredTarget, text: string) =>
  notify(app, app.db, {
    to: [target.ownerId],
    kind: 'system',
    title: '主数据分发需要处理',
    text,
    path: `/masterdata/target?targetName=${encodeURIComponent(target.targetName)}`,
    key: `masterdata.target:${target.id}:${app.now().toISOString().slice(0, 13)}`,
  });

/** Waits longer after each failure, or stops until a person has mended what is wrong. */
async function hold(app: App, target: StoredTarget, { kind, message }: Outcome): Promise<string> {
  const now = app.now();
  const isStop = kind === 'stop';
  const row = await app.db
    .updateTable('masterdataTarget')
    .set((e) => ({ problem: message, tries: e('tries', '+', 1), ...(isStop ? { state: 'stopped', retryTime: null } : {}) }))
    .where('id', '=', target.id)
    .where('state', '=', 'running')
    .returning('tries')
    .executeTakeFirst();
  if (!row) return '已暂停';
  if (isStop) {
    await tellOwner(app, target, `“${target.targetName}”已停止分发：${message ?? ''}`);
    return message ?? '已停止';
  }
  await app.db
    .updateTable('masterdataTarget')
    .set({ retryTime: new Date(now.getTime() + pauseAfter(row.tries)) })
    .where('id', '=', target.id)
    .execute();
  return message ?? '稍后重试';
}

/** Brings the changes that wait to a target, in their order, until none is left or the target has to be left alone for a while. */
async function deliver({ app, payload, signal }: JobRun<Payload>): Promise<string> {
  const target = await runningTarget(app.db, payload.targetId);
  if (!target) return '已暂停';
  try {
    for (let isMore = target.snapshotAfter !== null; isMore; isMore = await queueNext(app, target.id)) signal.throwIfAborted();
    await app.db.transaction().execute((db) => numberChanges(db, target.modelId));
    if (target.kind === 'api') return '等待拉取';
    const leaving = await leavingOf(app, target, signal);
    const again = await sendAgain(app, leaving, signal);
    if (again) return await hold(app, target, again);
    for (let batches = 0; ; batches++) {
      signal.throwIfAborted();
      if (batches === MAX_BATCHES) return `已处理 ${batches} 批，稍后继续`;
      const next = await sendNext(app, leaving, signal);
      if (next === false) return `已处理 ${batches} 批`;
      if (next !== true) return await hold(app, target, next);
    }
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    return hold(app, target, { kind: 'stop', message: error.message, status: null });
  }
}

export const deliverJob: JobKind<Payload> = { run: deliver };
