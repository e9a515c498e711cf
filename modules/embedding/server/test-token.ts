import { createHmac } from 'node:crypto';

type Loose = Record<string, unknown>;
const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token as the server of a host makes it. */
export function signToken(secret: string, claims: Loose, header: Loose = { alg: 'HS256', typ: 'JWT' }): string {
  const signed = `${part(header)}.${part(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}
