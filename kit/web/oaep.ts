import { encryptOaep, parseSpki } from '#kit/core/oaep.ts';
import { serverNow } from './server-clock.ts';

const random = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length));
const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

function derOf(pem: string): Uint8Array {
  const text = atob(pem.replace(/-----[A-Z ]+-----|\s/g, ''));
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

/** A password as it leaves the browser: base64(RSA-OAEP-256(`{p, t, n}`)), t = epoch ms, n = nonce. */
export function encryptPassword(publicKeyPem: string, password: string): string {
  const nonce = base64(random(12));
  const message = new TextEncoder().encode(JSON.stringify({ p: password, t: serverNow(), n: nonce }));
  return base64(encryptOaep(parseSpki(derOf(publicKeyPem)), message, random(32)));
}
