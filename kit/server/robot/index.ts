import { AppError } from '../../contract/errors.ts';
import { ROBOT_MASK, type RobotKind } from '../../contract/robot.ts';
import type { App, Ctx } from '../ctx.ts';
import { outbound, splitAddress } from '../outbound/index.ts';
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
/** What the sealed secrets of a row are for: one copied to another row does not open there. */
export interface RobotPurposes {
  readonly address: string;
  readonly secret: string;
}

const invalid = (path: string, message: string) => new AppError('input.invalid', message, [{ path, message }]);
const NONE: StoredRobot = { webhookKind: null, webhookAddress: null, webhookSecret: null, webhookHost: null };

/**
 * What of a robot is stored: sealed, or as it stood where ROBOT_MASK came back. Throws input.invalid for an address that is missing or not on a
 * registered host, and for a kept key with another address: a stored key is never signed for one that did not have it.
 */
export async function storedRobot(
  ctx: Ctx,
  { webhookKind, webhookAddress, webhookSecret }: NamedRobot,
  { before, purposes }: { before: StoredRobot | null; purposes: RobotPurposes },
): Promise<StoredRobot> {
  if (webhookKind === null) return NONE;
  const isKept = webhookAddress === ROBOT_MASK;
  if (webhookAddress === null || (isKept && (before?.webhookAddress ?? null) === null)) throw invalid('webhookAddress', '请填写机器人地址');
  if (!isKept && !(await outbound(ctx.app).find(webhookAddress)))
    throw invalid('webhookAddress', '地址不正确，或其主机没有在系统管理的外部地址中登记');
  if (!isKept && webhookSecret === ROBOT_MASK) throw invalid('webhookSecret', '机器人地址已改变，请重新填写加签密钥');
  const parts = isKept ? null : splitAddress(webhookAddress);
  const seal = (text: string | null, old: string | null | undefined, purpose: string) =>
    text === null ? null : text === ROBOT_MASK ? (old ?? null) : ctx.app.secrets.seal(text, purpose);
  return {
    webhookKind,
    webhookAddress: seal(webhookAddress, before?.webhookAddress, purposes.address),
    webhookSecret: seal(webhookSecret, before?.webhookSecret, purposes.secret),
    webhookHost: parts ? parts.host : (before?.webhookHost ?? null),
  };
}

/** A robot as replies show it. */
export const shownRobot = <Row extends Pick<StoredRobot, 'webhookAddress' | 'webhookSecret'>>(row: Row): Row => ({
  ...row,
  webhookAddress: row.webhookAddress === null ? null : ROBOT_MASK,
  webhookSecret: row.webhookSecret === null ? null : ROBOT_MASK,
});

/** Sends a message. `purpose` is what the log of outside calls says. Throws rule.broken when the robot does not take it, and what `outbound` throws. */
export async function sendToRobot(
  app: App,
  { webhookKind, webhookAddress, webhookSecret }: StoredRobot,
  { message, purposes, purpose, signal }: { message: RobotMessage; purposes: RobotPurposes; purpose: string; signal: AbortSignal },
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
