import { addressTest } from '#kit/server/address-list.ts';
import { AppError } from '#kit/contract/errors.ts';
import { ByteText } from '#kit/server/byte-text.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { HotCall, HotReply } from '#kit/server/http/hot.ts';
import { scope } from '#kit/server/scope.ts';
import { CALL_PREFIX } from '../../core/address.ts';
import { UNLIMITED } from '../calls/limits.ts';
import type { Caller } from '../calls/known-keys.ts';
import { callsOf } from '../calls/of-node.ts';
import { ofApp } from '../reach.ts';
import { SERVICE_CALL_PREFIX } from '../services/asked.ts';
import { serviceCallsOf } from '../services/calls.ts';
import { oneOfSquare } from './rows.ts';

interface Asked {
  readonly appId: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** An application of the caller's scope as a call knows it by its key; from where it may be called holds here too. */
async function callerOf(ctx: Ctx, appId: string): Promise<Caller> {
  const app = await ctx.db
    .selectFrom('marketApp as app')
    .select(['app.status', 'app.ipWhitelist'])
    .where('app.id', '=', appId)
    .where('app.deletedAt', 'is', null)
    .where(scope(ctx, ofApp))
    .executeTakeFirst();
  if (!app) throw new AppError('entity.notFound', '应用不存在或不在您的数据范围内');
  if (app.status !== '1') throw new AppError('rule.broken', '应用已禁用，不能调用');
  return { keyId: null, appId, allows: addressTest(app.ipWhitelist), signing: null };
}

const textOf = (value: unknown): string => (Array.isArray(value) ? value.map(String).join(',') : String(value));
/** Whatever can be a parameter of an address. */
const queryOf = (params: Asked['params']): string =>
  new URLSearchParams(
    Object.entries(params).flatMap(([name, value]) => (value === null || value === undefined ? [] : [[name, textOf(value)]])),
  ).toString();

function callOf(ctx: Ctx, row: Awaited<ReturnType<typeof oneOfSquare>>, params: Asked['params']): HotCall {
  const isQuery = row.kind === 'api' && row.reqMethod === 'GET';
  const path =
    row.kind === 'api'
      ? `${CALL_PREFIX}/${row.apiVersion}${row.apiUrl}${isQuery ? `?${queryOf(params)}` : ''}`
      : `${SERVICE_CALL_PREFIX}${row.apiUrl}/${row.apiVersion}`;
  return {
    method: isQuery ? 'GET' : 'POST',
    path,
    headers: { 'user-agent': `API市场调试（${ctx.user.nickname}）` },
    ip: ctx.ip,
    requestId: ctx.requestId,
    signal: ctx.signal,
    body: () => Promise.resolve(params),
    text: () => Promise.resolve(JSON.stringify(params)),
  };
}

const bodyOf = ({ body }: HotReply): string => {
  if (typeof body === 'string') return body;
  return (body instanceof ByteText ? body.toBuffer() : body).toString('utf8');
};
const paramOf = (data: unknown): string | null => {
  const [first] = Array.isArray(data) ? (data as { path?: unknown }[]) : [];
  return typeof first?.path === 'string' ? first.path : null;
};

/** Calls a released API or service as an application of the caller does: the same rights, limits and line in the log, without a key. */
export async function tryOffer(ctx: Ctx, id: string, { appId, params }: Asked) {
  const as = await callerOf(ctx, appId);
  const row = await oneOfSquare(ctx, id);
  const started = performance.now();
  const call = callOf(ctx, row, params);
  const reply = await (row.kind === 'api' ? callsOf(ctx.app).handle(call, as) : serviceCallsOf(ctx.app).handle(call, as));
  const said = JSON.parse(bodyOf(reply)) as { msg?: string; data?: unknown };
  const isDone = reply.status < 300;
  const remaining = Number(reply.headers['ratelimit-remaining'] ?? UNLIMITED);
  return {
    httpStatus: reply.status,
    data: isDone ? (said.data ?? null) : null,
    message: isDone ? null : (said.msg ?? '调用失败'),
    param: isDone ? null : paramOf(said.data),
    remaining: remaining >= UNLIMITED ? null : remaining,
    requestId: ctx.requestId,
    traceId: reply.headers['x-trace-id'] ?? null,
    ms: Math.round((performance.now() - started) * 10) / 10,
  };
}
