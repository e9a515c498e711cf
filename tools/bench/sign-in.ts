import { constants, publicEncrypt, randomUUID } from 'node:crypto';

/** Makes a function that signs the administrator in the way the browser does: captcha call, encrypted password, token call. */
export async function signInAs(base: string): Promise<() => Promise<void>> {
  return async () => {
    const image = (await (await fetch(`${base}/system/captchaImage`)).json()) as { data: { uuid: string; publicKey: string } };
    const text = JSON.stringify({ p: 'Admin#Test2026ok', t: Date.now(), n: randomUUID() });
    const password = publicEncrypt(
      { key: image.data.publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
      Buffer.from(text),
    ).toString('base64');
    const body = new URLSearchParams({
      username: 'admin',
      password,
      uuid: image.data.uuid,
      code: '',
      grant_type: 'password',
      scope: 'all',
    });
    const answer = await fetch(`${base}/auth/oauth/token`, {
      method: 'POST',
      body,
      headers: { authorization: `Basic ${btoa('web:web')}` },
    });
    if (!answer.ok) throw new Error(`sign-in: ${await answer.text()}`);
  };
}
