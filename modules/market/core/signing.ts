/*
 * What a signed call signs. Text only: digests and keys are the business of who calls.
 */

/** none: the key itself is the secret; else it only names the application, and a secret that never travels signs each call. */
export const SIGN_MODES = { none: '密钥', 'hmac-sha256': 'HMAC-SHA256 签名', 'hmac-sm3': 'HMAC-SM3 签名' } as const;
export type SignMode = keyof typeof SIGN_MODES;

/** Names of the digest of a mode. */
export const digestName = (mode: SignMode): 'sha256' | 'sm3' => (mode === 'hmac-sm3' ? 'sm3' : 'sha256');
export const SIGN_HEADERS = { timestamp: 'x-api-timestamp', nonce: 'x-api-nonce', signature: 'x-api-signature' } as const;
/** Difference to the clock of the platform that is accepted. */
export const SIGN_WINDOW_MS = 5 * 60_000;
export const NONCE = /^[\w-]{16,64}$/;

/** The query as it is sent, its parts in the order of their code units. Nothing is encoded anew: there is more than one way to do so. */
export const sortedQuery = (query: string): string => query.split('&').filter(Boolean).sort().join('&');

export interface SignedParts {
  readonly method: string;
  /** from `/data` on: what stands before it is the business of proxies */
  readonly path: string;
  /** as it is sent, without the question mark */
  readonly query: string;
  /** digest of the bytes of the body as hexadecimal digits; of nothing for calls without one */
  readonly bodyDigest: string;
  /** milliseconds since 1970 */
  readonly timestamp: string;
  readonly nonce: string;
}
/** Six lines; the signature is the HMAC of them as hexadecimal digits. */
export const textToSign = ({ method, path, query, bodyDigest, timestamp, nonce }: SignedParts): string =>
  [method, path, sortedQuery(query), bodyDigest, timestamp, nonce].join('\n');
