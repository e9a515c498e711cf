import { AppError } from '../../contract/errors.ts';
import { SECRET_MASK } from '../../contract/fields.ts';
import type { RobotKind } from '../../contract/robot.ts';
import type { App, Ctx } from '../ctx.ts';
import { outbound } from '../outbound/index.ts';
import { sealedAddress, type SealPurposes } from '../outbound/sealed-address.ts';
import { robotProblem, robotRequests, type RobotMessage } from './request.ts';

export type { RobotFile, RobotMessage } from './request.ts';

/** A robot as rows keep it: its address, which carries a token, and its key are sealed. */
export interface StoredRobot {
  readonly webhookKind: string | null;
  readonly webhookAddress: string | null;
  readonly webhookSecret: string | null;
  /** shown in place of the address */
  readonly webhookHost: string | null;
}
/** A robot as somebody names it. */
export interface NamedRobot {
  readonly webhookKind: RobotKind | null;
  readonly webhookAddress: string | null;
  readonly webhookSecret: string | null;
}
const NONE: StoredRobot = { webhookKind: null, webhookAddress: null, webhookSecret: null, webhookHost: null };

const WORDS = {
  paths: { address: 'webhookAddress', secret: 'webhookSecret' },
  names: { address: '机器人地址', secret: '加签密钥' },
} as const;

/** What of a robot is stored: its address and key as `sealedAddress` seals them, which says what it throws. */
export async function storedRobot(
  ctx: Ctx,
  { webhookKind, webhookAddress, webhookSecret }: NamedRobot,
  { before, purposes }: { before: StoredRobot | null; purposes: SealPurposes },
): Promise<StoredRobot> {
  if (webhookKind === null) return NONE;
  const kept = before && { address: before.webhookAddress, secret: before.webhookSecret, host: before.webhookHost };
  const given = { before: kept, purposes, words: WORDS };
  const { address, secret, host } = await sealedAddress(ctx, { address: webhookAddress, secret: webhookSecret }, given);
  return { webhookKind, webhookAddress: address, webhookSecret: secret, webhookHost: host };
}

/** A robot as replies show it. */
export const shownRobot = <Row extends Pick<StoredRobot, 'webhookAddress' | 'webhookSecret'>>(row: Row): Row => ({
  ...row,
  webhookAddress: row.webhookAddress === null ? null : SECRET_MASK,
  webhookSecret: row.webhookSecret === null ? null : SECRET_MASK,
});

/** Sends a message. `purpose` is what the log of outside calls says. Throws rule.broken when the robot does not take it, and what `outbound` throws. */
export async function sendToRobot(
  app: App,
  { webhookKind, webhookAddress, webhookSecret }: StoredRobot,
  { message, purposes, purpose, signal }: { message: RobotMessage; purposes: SealPurposes; purpose: string; signal: AbortSignal },
): Promise<void> {
  const kind = webhookKind as RobotKind;
  const found = await outbound(app).find(app.secrets.open(webhookAddress ?? '', purposes.address));
  if (!found) throw new AppError('rule.broken', '机器人地址所在的外部地址没有登记，请联系管理员登记');
  const secret = webhookSecret === null ? null : app.secrets.open(webhookSecret, purposes.secret);
  for (const request of robotRequests(kind, { path: found.path, secret, at: app.now().getTime() }, message)) {
    const reply = await outbound(app).send({ hostId: found.hostId, purpose, method: 'POST', signal, maxBytes: 65_536, ...request });
    const problem = robotProblem(kind, reply.status, reply.body.toString('utf8'));
    if (problem !== null) throw new AppError('rule.broken', problem);
  }
}
