import { createHash, createHmac, randomUUID } from 'node:crypto';
import { digestName, textToSign, type SignMode } from '../core/signing.ts';

export interface SigningKey {
  readonly keyId: string;
  readonly apiKey: string;
  readonly secret: string;
}
export interface SignedCall {
  readonly method?: string;
  /** from `/data` on */
  readonly path: string;
  readonly query?: string;
  readonly body?: string;
}
export interface Spoiled {
  readonly timestamp?: string;
  readonly nonce?: string;
  readonly signature?: string;
}

/** Headers of a call as its program would make them; `over` spoils them. */
export function signedHeaders({ apiKey, secret }: SigningKey, mode: SignMode, call: SignedCall, over: Spoiled = {}) {
  const hash = digestName(mode);
  const { method = 'GET', path, query = '', body = '' } = call;
  const timestamp = over.timestamp ?? String(Date.now());
  const nonce = over.nonce ?? randomUUID();
  const text = textToSign({ method, path, query, bodyDigest: createHash(hash).update(body).digest('hex'), timestamp, nonce });
  const signature = over.signature ?? createHmac(hash, secret).update(text).digest('hex');
  return { api_key: apiKey, 'x-api-timestamp': timestamp, 'x-api-nonce': nonce, 'x-api-signature': signature };
}
