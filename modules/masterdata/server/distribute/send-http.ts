import { createHmac } from 'node:crypto';
import { AppError } from '#kit/contract/errors.ts';
import type { App } from '#kit/server/ctx.ts';
import { outbound } from '#kit/server/outbound/index.ts';
import type { FeedMessage } from '../../contract/target.ts';
import { Stopped, type Leaving } from './leaving.ts';
import { done, type Outcome } from './outcome.ts';
import { addressPurpose, secretPurpose, type StoredTarget } from './target-rows.ts';

const TIMEOUT_MS = 20_000;
const CERTIFICATE = /CERT|TLS|SSL|SIGNED|ALTNAME|EPROTO/;
/** Answers that say something about the address or the target as a whole and nothing about a message. */
const AS_A_WHOLE: ReadonlySet<number> = new Set([401, 403, 404, 405, 407, 408, 410, 421, 425, 429]);

export interface Signed {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
/** A body with its signature: HMAC-SHA-256 over `<timestamp>.<body>`, in seconds, so that an old one cannot be sent again. */
export function signedBody(content: unknown, { secret, at }: { secret: string | null; at: Date }): Signed {
  const body = JSON.stringify(content);
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signature = secret && createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return {
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'x-databrain-timestamp': timestamp,
      ...(signature && { 'x-databrain-signature': `sha256=${signature}` }),
    },
  };
}

/** Posts to the address of a target. Throws Stopped and AppError. */
export async function post(
  app: App,
  target: StoredTarget,
  { content, headers, userId, signal }: { content: unknown; headers?: Record<string, string>; userId: string; signal: AbortSignal },
): Promise<number> {
  const found = await outbound(app).find(app.secrets.open(target.addressSealed ?? '', addressPurpose(target.id)));
  if (!found) throw new Stopped('推送地址的主机没有在系统管理的外部地址中登记');
  const secret = target.secretSealed === null ? null : app.secrets.open(target.secretSealed, secretPurpose(target.id));
  const signed = signedBody(content, { secret, at: app.now() });
  const { status } = await outbound(app).send({
    hostId: found.hostId,
    purpose: '主数据分发',
    method: 'POST',
    path: found.path,
    headers: { ...headers, ...signed.headers },
    body: signed.body,
    timeoutMs: TIMEOUT_MS,
    maxBytes: 65_536,
    userId,
    signal,
  });
  return status;
}

/** What a failed call means. Throws what is none. */
export function failedCall(error: unknown): Outcome {
  if (error instanceof Stopped) return { kind: 'stop', message: error.message, status: null };
  if (!(error instanceof AppError)) throw error;
  const { code } = (error.cause ?? {}) as { code?: string };
  // nothing that waiting mends: an address that is not allowed, a certificate that is not trusted
  const isForPeople = error.key === 'outbound.refused' || CERTIFICATE.test(code ?? '');
  return { kind: isForPeople ? 'stop' : 'later', message: error.message, status: null };
}

/** What the status of an answer means. */
export function answered(status: number): Outcome {
  if (status >= 200 && status < 300) return { ...done, status };
  const isForAll = status >= 500 || status < 400 || AS_A_WHOLE.has(status);
  return { kind: isForAll ? 'later' : 'rejected', message: `目标返回 HTTP ${status}`, status };
}

/** Sends messages to an address in one call. */
export async function sendHttp({ target, model, owner }: Leaving, messages: readonly FeedMessage[], signal: AbortSignal): Promise<Outcome> {
  const [first, last] = [messages[0]?.seq ?? '', messages.at(-1)?.seq ?? ''];
  const content = { event: 'masterdata.changes', targetId: target.id, model: model.tableName.replace(/^.*md_/, ''), messages };
  try {
    const headers = { 'idempotency-key': `${target.id}-${first}-${last}` };
    return answered(await post(owner.app, target, { content, headers, userId: target.ownerId, signal }));
  } catch (error) {
    signal.throwIfAborted();
    return failedCall(error);
  }
}
