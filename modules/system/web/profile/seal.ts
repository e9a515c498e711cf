import { encryptPassword } from '#kit/web/oaep.ts';
import { api } from './api.ts';

/** Encrypts texts under one key of the server; `uuid` names the key in the call that carries them. */
export interface Sealer {
  uuid: string;
  seal(text: string): string;
}

/** Asks the server for a fresh key; it serves one call. */
export async function newSealer(): Promise<Sealer> {
  const { uuid, publicKey } = await api.captcha.image({}, { quiet: true });
  return { uuid, seal: (text) => encryptPassword(publicKey, text) };
}
