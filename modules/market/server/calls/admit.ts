import { AppError } from '#kit/contract/errors.ts';
import type { HotCall } from '#kit/server/http/hot.ts';
import { keyText } from './key-text.ts';
import type { Caller, KnownKey } from './known-keys.ts';
import type { KnownSubscription, Registry } from './registry.ts';

/** What callers are told to wait, in seconds. */
export const RETRY_SECONDS = 2;

/**
 * Throws api.overload while the node does not know what is granted, and api.keyMissing for `headers` without a key, which no knowledge would
 * help; null = a call that needs none.
 */
export async function assertFresh(registry: Registry, headers: HotCall['headers'] | null): Promise<void> {
  if (registry.isFresh) return;
  if (headers && keyText(headers) === null) throw new AppError('api.keyMissing');
  await registry.look();
  if (!registry.isFresh) throw new AppError('api.overload', undefined, { retryAfter: RETRY_SECONDS });
}

/** The key of a call: alive, of an enabled application. Throws api.keyMissing, api.keyInvalid. */
export function admittedKey(registry: Registry, headers: HotCall['headers'], now: number): KnownKey {
  const text = keyText(headers);
  if (text === null) throw new AppError('api.keyMissing');
  const key = registry.key(text);
  if (!key || key.expires <= now || !key.isAppEnabled) throw new AppError('api.keyInvalid');
  return key;
}

/** Throws api.notSubscribed where the application may not call from that address. */
export function assertAddress({ allows }: Caller, ip: string): void {
  if (allows?.(ip) === false) throw new AppError('api.notSubscribed', '应用不允许从该地址调用');
}

/** The subscription of an application to an API or a service that is in force now. */
export function inForce(registry: Registry, { appId }: Caller, id: string, now: number): KnownSubscription | undefined {
  const found = registry.subscription(appId, id);
  return found && found.starts <= now && found.ends > now ? found : undefined;
}

/** Admits a call; before it is refused, the node looks whether it has been granted meanwhile. Answers at once where it can. */
export function lookTwice<T>(registry: Registry, admit: () => T): T | Promise<Awaited<T>> {
  try {
    return admit();
  } catch (error) {
    if (!(error instanceof AppError) || error.key === 'api.keyMissing') throw error;
    return registry.lookAgain().then(admit) as Promise<Awaited<T>>;
  }
}
