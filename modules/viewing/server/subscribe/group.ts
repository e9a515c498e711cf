import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { App } from '#kit/server/ctx.ts';
import type { SealPurposes } from '#kit/server/outbound/sealed-address.ts';
import { sendToRobot, type RobotFile } from '#kit/server/robot/index.ts';
import { siteAddress } from '#modules/notices/server/index.ts';
import { viewerOf } from '../view/audience.ts';
import type { Entity } from '../view/document.ts';
import { cadenceOf, GROUP } from './cadence.ts';
import { lookFor, type SubscriptionRow, type Told } from './message.ts';

/** What the sealed secrets of a subscription are for. */
export const robotPurposes = (id: string): SealPurposes => ({
  address: `visual.subscription.address:${id}`,
  secret: `visual.subscription.secret:${id}`,
});

const TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};
const filesOf = ({ attachments }: Told): RobotFile[] =>
  attachments.map(({ filename, content }) => ({
    name: filename,
    type: TYPES[filename.slice(filename.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
    bytes: content,
  }));

/**
 * Tells a chat group with the rights of the maker, who has to be allowed to share such documents still. Answers what the record says of it, and
 * why there are no files. Throws AppError when the maker may not any more or the robot does not take it.
 */
export async function sendToGroup(
  app: App,
  row: SubscriptionRow,
  { isForced, ...call }: { isForced: boolean; signal: AbortSignal; requestId: string },
): Promise<{ text: string; why: string | null }> {
  const entity = row.entityType as Entity;
  const viewer = await viewerOf(app, app.db, { userId: row.createBy ?? '', entity, id: row.entityId, ...call });
  if (!viewer || !holds(viewer.user, `visual:${entity}:share`))
    throw new AppError('rule.broken', '创建人已不能查看或分享该内容，没有发到群机器人');
  const cadence = cadenceOf(app, row, GROUP, { isForced });
  const { told, why } = await lookFor(viewer, row, { withFiles: true, cadence });
  // whether the condition is met is for the group to hear
  if (told === null) return { text: '已检查群机器人的数据，达到条件时发送', why: null };
  const site = await siteAddress(app);
  const { title, text, path } = told;
  const url = site === null ? null : `${site}${path}`;
  const message = { event: 'visual.subscription', title, lines: [text], url, files: filesOf(told) };
  await sendToRobot(app, row, { message, purposes: robotPurposes(row.id), purpose: '订阅', signal: call.signal });
  await cadence.told();
  return { text: row.condition ? '已检查群机器人的数据，达到条件时发送' : '已发到群机器人', why: row.condition ? null : why };
}
