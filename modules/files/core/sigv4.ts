import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * AWS Signature Version 4 in the Authorization header, as S3-compatible stores require. Source: AWS "Signature Version 4 signing process";
 * S3 encodes each path segment once and does not normalise the path.
 */
export interface SignedCall {
  readonly method: string;
  /** decoded path, `/bucket/附件.pdf` */
  readonly path: string;
  /** decoded query parameters; one without a value has '' */
  readonly query: readonly (readonly [name: string, value: string])[];
  /** every header that is sent and shall be signed, `host` and `x-amz-date` among them */
  readonly headers: Readonly<Record<string, string>>;
  /** hex SHA-256 of the body, or `UNSIGNED-PAYLOAD` */
  readonly payloadHash: string;
}

export interface Signer {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly region: string;
  /** `s3` */
  readonly service: string;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';

/** Hex SHA-256 of an empty body. */
export const EMPTY_HASH = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
/** In place of a body digest where the connection itself protects the body. */
export const UNSIGNED = 'UNSIGNED-PAYLOAD';

const byCode = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** RFC 3986: everything but letters, digits and `-._~` as %XX of its UTF-8 bytes. */
export const encodeUri = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

/** The path as it is sent and signed. */
export const encodePath = (path: string): string => path.split('/').map(encodeUri).join('/');

/** The query as it is sent and signed: ordered by encoded name, then value. */
export const encodeQuery = (query: SignedCall['query']): string =>
  query
    .map(([name, value]) => [encodeUri(name), encodeUri(value)] as const)
    .toSorted((a, b) => byCode(a[0], b[0]) || byCode(a[1], b[1]))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');

/** `2015-08-30T12:36:00.000Z` → `20150830T123600Z` */
export const amzDate = (time: Date): string => time.toISOString().replace(/[-:]|\.\d{3}/g, '');

function canonicalHeaders(headers: SignedCall['headers']): { names: string; lines: string } {
  const entries = Object.entries(headers)
    .map(([name, value]) => [name.toLowerCase(), value.trim().replace(/ +/g, ' ')] as const)
    .toSorted((a, b) => byCode(a[0], b[0]));
  return { names: entries.map(([name]) => name).join(';'), lines: entries.map(([name, value]) => `${name}:${value}\n`).join('') };
}

/** The text whose digest is signed. */
export function canonicalRequest({ method, path, query, headers, payloadHash }: SignedCall): string {
  const { names, lines } = canonicalHeaders(headers);
  return [method, encodePath(path), encodeQuery(query), lines, names, payloadHash].join('\n');
}

const mac = (key: Uint8Array, text: string): Uint8Array => hmac(sha256, key, utf8ToBytes(text));

/** The value of the `Authorization` header of a call at `time` (`20150830T123600Z`, the same as its `x-amz-date`). */
export function authorization(call: SignedCall, signer: Signer, time: string): string {
  const day = time.slice(0, 8);
  const scope = `${day}/${signer.region}/${signer.service}/aws4_request`;
  const text = [ALGORITHM, time, scope, bytesToHex(sha256(utf8ToBytes(canonicalRequest(call))))].join('\n');
  const key = [day, signer.region, signer.service, 'aws4_request'].reduce(mac, utf8ToBytes(`AWS4${signer.secretKey}`));
  return `${ALGORITHM} Credential=${signer.accessKey}/${scope}, SignedHeaders=${canonicalHeaders(call.headers).names}, Signature=${bytesToHex(mac(key, text))}`;
}
