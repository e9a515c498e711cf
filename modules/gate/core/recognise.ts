import { CN_KINDS, type CnKind } from '#kit/core/cn/index.ts';
import type { Recogniser } from '../contract/classify.ts';

/*
 * Recognisers: does one text look like a value of a kind? Kinds with a form of their own in China are those of `kit/core/cn`.
 */

export const isEmail = (text: string): boolean =>
  text.length <= 254 && /^[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,}$/.test(text);

const IP6 = /^(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}$/i;
/** IPv4 or IPv6 address. */
export function isIp(text: string): boolean {
  const parts = text.split('.');
  if (parts.length === 4) return parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255);
  if (!/^[0-9a-f:]+$/i.test(text) || !text.includes(':')) return false;
  if (IP6.test(text)) return true;
  const halves = text.split('::');
  if (halves.length !== 2) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  return groups.length <= 7 && groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group));
}

/** Secrets as programs store or issue them: password hashes in crypt and PHC formats, LDAP schemes, JSON web tokens, keys of known issuers, PEM. */
export const isCredential = (text: string): boolean =>
  /^(?:\$(?:1|2[abxy]?|5|6|y|argon2(?:id?|d)?|pbkdf2[a-z0-9-]*|scrypt)\$|\{(?:S?SHA\d*|SMD5|CRYPT|bcrypt|noop)\}|pbkdf2_sha\d+\$)\S{8,}$/.test(
    text,
  ) ||
  /^eyJ[\w-]{8,}\.[\w-]{4,}\.[\w-]*$/.test(text) ||
  /^(?:gl(?:pat|rt|dt|ptt|soat)-|gh[oprsu]_|github_pat_|xox[abpr]-|AKIA|ASIA|sk_(?:live|test)_|LTAI|AKID)[\w-]{10,}$/.test(text) ||
  text.startsWith('-----BEGIN ');

const isCn = (kind: CnKind) => (text: string) => CN_KINDS[kind].problem(text) === null;
const CHECKS: Record<Recogniser, (text: string) => boolean> = {
  idCard: isCn('idCard'),
  creditCode: isCn('creditCode'),
  orgCode: isCn('orgCode'),
  bankCard: isCn('bankCard'),
  mobile: isCn('mobile'),
  phone: isCn('phone'),
  plate: isCn('plate'),
  name: isCn('name'),
  address: isCn('address'),
  email: isEmail,
  ip: isIp,
  credential: isCredential,
};
export const isRecogniser = (name: string | null): name is Recogniser => name !== null && Object.hasOwn(CHECKS, name);
/** True when the whole text is a value of the kind. */
export const recognises = (recogniser: Recogniser, text: string): boolean => CHECKS[recogniser](text.trim());
