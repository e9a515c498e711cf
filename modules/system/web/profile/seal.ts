import { loadPart } from '#kit/web/lazy-part.ts';
import { api } from './api.ts';

/** Encrypts texts under one key of the server; `uuid` names the key in the call that carries them. */
export interface Sealer {
  uuid: string;
  seal(text: string): string;
}

/** Asks the server for a fresh key; it serves one call. */
export async function newSealer(): Promise<Sealer> {
  const [{ uuid, publicKey }, { encryptPassword }] = await Promise.all([
    api.captcha.image({}, { quiet: true }),
    loadPart(() => import('#kit/web/oaep.ts')),
  ]);
  return { uuid, seal: (text) => encryptPassword(publicKey, text) };
}
