import type { FastifyRequest } from 'fastify';
import { AppError } from '#kit/contract/errors.ts';
import type { App } from '../ctx.ts';

/** Who calls with the key of an application, on routes with `apiKey` access. */
export interface KeyCaller {
  readonly keyId: string;
  readonly appId: string;
}
/** What tells keys, provided by the one module that owns them. Throws the refusal of a missing or wrong key. */
export type KeyAuthentication = (
  app: App,
  call: { readonly headers: Readonly<Record<string, string | string[] | undefined>>; readonly ip: string },
) => Promise<KeyCaller>;

const callers = new WeakMap<FastifyRequest, KeyCaller>();

/** Finds out who calls a route with `apiKey` access. Throws a refusal. */
export async function admitKey(app: App, request: FastifyRequest): Promise<void> {
  const authenticate = app.modules.find((module) => module.authenticateKey)?.authenticateKey;
  if (!authenticate) throw new AppError('auth.required');
  callers.set(request, await authenticate(app, request));
}
/** The caller of a route with `apiKey` access. */
export function keyCallerOf(request: FastifyRequest): KeyCaller {
  const caller = callers.get(request);
  if (!caller) throw new AppError('auth.required');
  return caller;
}
