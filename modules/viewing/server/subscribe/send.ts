import { randomBytes } from 'node:crypto';
import { AppError } from '#kit/contract/errors.ts';
import { toAppError } from '#kit/server/error-mapper.ts';
import type { App } from '#kit/server/ctx.ts';
import { notify, openMail, type Mailer } from '#modules/notices/server/index.ts';
import type { Channel } from '../../contract/subscription.ts';
import { viewerOf } from '../view/audience.ts';
import type { Entity } from '../view/document.ts';
import { cadenceOf } from './cadence.ts';
import { sendToGroup } from './group.ts';
import { lookFor, MAX_ROWS, type SubscriptionRow, type Told } from './message.ts';

export interface Outcome {
  readonly outcome: 'sent' | 'skipped' | 'failed';
  readonly message: string;
  readonly sentCount: number;
}

export interface Sending {
  readonly signal: AbortSignal;
  /** somebody asks for it: an alert is told again, whatever its cadence */
  readonly isForced: boolean;
}

/** Mails one person. Answers what was in the way, null when the mail left. */
async function mailTo(
  app: App,
  userId: string,
  line: Mailer | AppError | null,
  { title, text, path, attachments }: Told,
): Promise<string | null> {
  if (!line) return '平台还没有配置邮件服务器';
  if (line instanceof AppError) return line.message;
  const user = await app.db.selectFrom('sysUser').select(['nickname', 'email']).where('id', '=', userId).executeTakeFirst();
  if (!user?.email) return `${user?.nickname ?? '接收人'}没有登记邮箱`;
  try {
    await line.send({ to: { name: user.nickname, address: user.email }, subject: title, text, path, attachments });
    return null;
  } catch (error) {
    return toAppError(error).message;
  }
}

/** How a sending went so far. */
interface Course {
  sent: number;
  unseen: number;
  looked: number;
  partly: number;
  readonly failures: string[];
  /** why files were not made */
  readonly unmade: string[];
}

/** One person: what is told depends on the own rights. */
async function sendToPerson(
  app: App,
  row: SubscriptionRow,
  {
    userId,
    line,
    course,
    isForced,
    ...call
  }: { userId: string; line: Mailer | AppError | null; course: Course; isForced: boolean; signal: AbortSignal; requestId: string },
): Promise<void> {
  const channels = row.channels as Channel[];
  const viewer = await viewerOf(app, app.db, { userId, entity: row.entityType as Entity, id: row.entityId, ...call });
  if (!viewer) {
    course.unseen++;
    return;
  }
  const cadence = cadenceOf(app, row, userId, { isForced });
  const { isPartly, told, why } = await lookFor(viewer, row, { withFiles: channels.includes('mail'), cadence });
  course.looked++;
  if (isPartly) course.partly++;
  if (told === null) return;
  if (why && !row.condition) course.unmade.push(why);
  const failure = channels.includes('mail') ? await mailTo(app, userId, line, told) : null;
  if (failure && !row.condition) course.failures.push(failure);
  const noticed = channels.includes('notice')
    ? await notify(app, app.db, { to: [userId], kind: 'task', key: null, title: told.title, text: told.text, path: told.path })
    : 0;
  if (noticed === 0 && (failure || !channels.includes('mail'))) return;
  await cadence.told();
  course.sent++;
}

function outcomeOf(row: SubscriptionRow, { course, line, group }: { course: Course; line: unknown; group: string | null }): Outcome {
  const { sent, unseen, looked, partly, failures, unmade } = course;
  // a group is no person
  const unit = (row.channels as Channel[]).includes('webhook') ? '处' : '人';
  const hasPeople = (row.userIds as string[]).length > 0;
  const parts = [
    ...(hasPeople ? [row.condition ? `已检查 ${looked} 人的数据，达到条件的人会收到` : `已发送 ${sent} 人`] : []),
    ...(group === null ? [] : [group]),
    ...(partly ? [`${partly} 人的数据过多，只检查了前 ${MAX_ROWS.toLocaleString('en-US')} 行`] : []),
    ...(unseen ? [`${unseen} 人不能查看，已略过`] : []),
    ...(failures.length ? [`${failures.length} ${unit}失败：${failures[0]}`] : []),
    ...(unmade.length ? [`${unmade.length} ${unit}的附件没有生成：${unmade[0]}`] : []),
    ...(row.condition && line instanceof AppError ? [line.message] : []),
  ];
  const done = (row.condition ? looked : sent) + (group === null ? 0 : 1);
  const outcome = failures.length > 0 && done === 0 ? 'failed' : done > 0 ? 'sent' : 'skipped';
  return { outcome, message: parts.join('；'), sentCount: row.condition ? 0 : sent };
}

/**
 * Sends a subscription to everybody on it; who may not see the document (any more) is left out. Of a condition nobody but the recipients hears
 * whether it was met: whoever makes a subscription would read the figures of others by trying one value after the other.
 */
async function sendSubscription(app: App, row: SubscriptionRow, { signal, isForced }: Sending): Promise<Outcome> {
  const channels = row.channels as Channel[];
  const requestId = randomBytes(8).toString('hex');
  const course: Course = { sent: 0, unseen: 0, looked: 0, partly: 0, failures: [], unmade: [] };
  const toPeople = channels.includes('notice') || channels.includes('mail');
  const line = channels.includes('mail') ? await openMail(app).catch(toAppError) : null;
  let group: string | null = null;
  const guarded = async (work: () => Promise<void>) => {
    signal.throwIfAborted();
    try {
      await work();
    } catch (error) {
      signal.throwIfAborted();
      course.failures.push(toAppError(error).message);
    }
  };
  try {
    for (const userId of toPeople ? (row.userIds as string[]) : [])
      await guarded(() => sendToPerson(app, row, { userId, line, course, isForced, signal, requestId }));
    if (channels.includes('webhook'))
      await guarded(async () => {
        const { text, why } = await sendToGroup(app, row, { isForced, signal, requestId });
        group = text;
        if (why) course.unmade.push(why);
      });
  } finally {
    if (line && !(line instanceof AppError)) line.close();
  }
  return outcomeOf(row, { course, line, group });
}

/** Sends it and keeps what came of it. */
export async function runSubscription(app: App, row: SubscriptionRow, sending: Sending): Promise<Outcome> {
  const startTime = app.now();
  const result = await sendSubscription(app, row, sending);
  await app.db.transaction().execute(async (db) => {
    await db
      .insertInto('visualSubscriptionRun')
      .values({
        id: app.ids.next(),
        subscriptionId: row.id,
        ...result,
        message: result.message.slice(0, 500),
        startTime,
        endTime: app.now(),
      })
      .execute();
    await db
      .updateTable('visualSubscription')
      .set({ lastTime: startTime, lastOutcome: result.outcome, lastMessage: result.message.slice(0, 500) })
      .where('id', '=', row.id)
      .execute();
  });
  return result;
}
