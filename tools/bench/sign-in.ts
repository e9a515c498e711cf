import { constants, publicEncrypt, randomUUID } from 'node:crypto';
import type { Client } from './client.ts';

export const ADMIN_PASSWORD = 'Bench#Admin2026ok';

/**
 * Signs the administrator in the way the browser does (captcha call, encrypted password, token call) and answers the token.
 * Each call comes from another address: the product allows 60 captcha calls a minute from one.
 */
export function signInWith(client: Client): () => Promise<string> {
  let n = 0;
  return async () => {
    n += 1;
    const forwarded = { 'x-forwarded-for': `10.9.${(n >> 8) & 255}.${n & 255}` };
    const image = JSON.parse((await client.ok('/system/captchaImage', { headers: forwarded })).text) as {
      data: { uuid: string; publicKey: string };
    };
    const plain = JSON.stringify({ p: ADMIN_PASSWORD, t: Date.now(), n: randomUUID() });
    const password = publicEncrypt(
      { key: image.data.publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
      Buffer.from(plain),
    ).toString('base64');
    const body = new URLSearchParams({
      username: 'admin',
      password,
      uuid: image.data.uuid,
      code: '',
      grant_type: 'password',
      scope: 'all',
    });
    const answer = await client.ok('/auth/oauth/token', {
      method: 'POST',
      body: body.toString(),
      headers: { ...forwarded, authorization: `Basic ${btoa('web:web')}`, 'content-type': 'application/x-www-form-urlencoded' },
    });
    return (JSON.parse(answer.text) as { access_token: string }).access_token;
  };
}
