import { AppError } from '#kit/contract/errors.ts';
import type { KeyAuthentication } from '#kit/server/http/key-caller.ts';
import { callsOf } from './of-node.ts';
import { keyText } from './key-text.ts';

/** The application that calls an ordinary route with its key, known as in calls of data APIs: alive, enabled, from an allowed address. */
export const authenticateKey: KeyAuthentication = async (app, { headers, ip }) => {
  const { registry } = callsOf(app);
  const text = keyText(headers);
  if (text === null) throw new AppError('api.keyMissing');
  if (!registry.isFresh) await registry.look();
  if (!registry.isFresh) throw new AppError('api.overload', undefined, { retryAfter: 2 });
  if (!registry.key(text)) await registry.lookAgain();
  const key = registry.key(text);
  if (!key || key.expires <= app.now().getTime() || !key.isAppEnabled) throw new AppError('api.keyInvalid');
  // what is signed here is a whole call of a data API
  if (key.signing) throw new AppError('api.keyInvalid', '签名模式的密钥只能用于调用数据API');
  if (key.allows?.(ip) === false) throw new AppError('api.notSubscribed', '应用不允许从该地址调用');
  return { keyId: key.keyId, appId: key.appId };
};
