import { AppError } from '#kit/contract/errors.ts';
import type { KeyAuthentication } from '#kit/server/http/key-caller.ts';
import { admittedKey, assertAddress, assertFresh, lookTwice } from './admit.ts';
import { callsOf } from './of-node.ts';

/** The application that calls an ordinary route with its key, known as in calls of data APIs: alive, enabled, from an allowed address. */
export const authenticateKey: KeyAuthentication = async (app, { headers, ip }) => {
  const { registry } = callsOf(app);
  await assertFresh(registry, headers);
  const key = await lookTwice(registry, () => admittedKey(registry, headers, app.now().getTime()));
  // what is signed is a whole call of a data API or a service
  if (key.signing) throw new AppError('api.keyInvalid', '签名模式的密钥只能用于调用数据API和集成服务');
  assertAddress(key, ip);
  return { keyId: key.keyId, appId: key.appId };
};
