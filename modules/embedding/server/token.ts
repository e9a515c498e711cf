import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '#kit/contract/errors.ts';
import { CLOCK_TOLERANCE_SECONDS, MAX_TOKEN_CHARS, MAX_TOKEN_SECONDS, TokenClaims, TokenHeader } from '../contract/token.ts';

/** Why a token opens nothing; `expired` is what a page asks a new one for. */
export type TokenProblem = 'missing' | 'form' | 'signature' | 'expired' | 'time' | 'content';
const TEXTS: Readonly<Record<TokenProblem, string>> = {
  missing: '缺少嵌入令牌',
  form: '嵌入令牌格式不正确',
  signature: '嵌入令牌的签名不正确',
  expired: '嵌入令牌已过期',
  time: '嵌入令牌的有效时间不正确',
  content: '嵌入令牌的内容不正确',
};
export const tokenError = (reason: TokenProblem, text = TEXTS[reason]): AppError => new AppError('embed.token', text, { reason });

const PART = /^[A-Za-z0-9_-]+$/;

/** The bytes of one part. A part has one spelling: what decodes to the same bytes in another way is refused. */
function bytesOf(part: string): Buffer {
  const bytes = Buffer.from(part, 'base64url');
  if (bytes.toString('base64url') !== part) throw tokenError('form');
  return bytes;
}
function jsonOf(part: string): unknown {
  const bytes = bytesOf(part);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw tokenError('form');
  }
}

export interface UnverifiedToken {
  readonly claims: TokenClaims;
  readonly keyId: string | undefined;
  /** what the signature covers */
  readonly signed: string;
  readonly signature: Buffer;
}

/** The parts of a token whose signature nobody has checked yet: they tell only which secrets to check it with. */
export function parseToken(token: unknown): UnverifiedToken {
  if (typeof token !== 'string' || token === '') throw tokenError('missing');
  const parts = token.length > MAX_TOKEN_CHARS ? [] : token.split('.');
  const [head, body, signature] = parts;
  if (parts.length !== 3 || !head || !body || !signature || !parts.every((part) => PART.test(part))) throw tokenError('form');
  const header = TokenHeader.safeParse(jsonOf(head));
  if (!header.success) throw tokenError('form', '嵌入令牌只接受 HS256 签名，头部不能有其他内容');
  const claims = TokenClaims.safeParse(jsonOf(body));
  if (!claims.success) {
    const { path, code } = claims.error.issues[0]!;
    throw tokenError('content', `嵌入令牌的内容不正确：${code === 'unrecognized_keys' ? '有未知的声明' : path.join('.') || '声明'}`);
  }
  return { claims: claims.data, keyId: header.data.kid, signed: `${head}.${body}`, signature: bytesOf(signature) };
}

/** True when one of the secrets made the signature; compared in constant time. */
export function isSignedBy({ signed, signature }: Pick<UnverifiedToken, 'signed' | 'signature'>, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(signed).digest();
  return expected.length === signature.length && timingSafeEqual(expected, signature);
}

/** Refuses claims outside of their time. Answers the seconds that are left. */
export function assertTimes({ iat, nbf, exp }: TokenClaims, now: Date): number {
  const seconds = Math.floor(now.getTime() / 1000);
  if (exp <= seconds) throw tokenError('expired');
  if (exp <= iat || exp - iat > MAX_TOKEN_SECONDS) throw tokenError('time', `嵌入令牌的有效期不能超过${MAX_TOKEN_SECONDS / 60}分钟`);
  if (Math.max(iat, nbf ?? 0) > seconds + CLOCK_TOLERANCE_SECONDS) throw tokenError('time', '嵌入令牌还没有生效，请核对服务器时间');
  return exp - seconds;
}
