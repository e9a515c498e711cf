import { familyNameLength } from '../cn/person-name.ts';
import { charsOf, ends, folded, HIDDEN, sliceOf, stars } from './parts.ts';

/*
 * Masks of values with a form of their own. What does not have the form is hidden whole: nobody knows what it tells.
 */

/** `110101********123X`, numbers of 15 digits `110101******001`. */
function idCard(value: string): string {
  const text = folded(value).trim();
  if (/^\d{17}[\dXx]$/.test(text)) return ends(text, 6, 4);
  return /^\d{15}$/.test(text) ? ends(text, 6, 3) : HIDDEN;
}

/** `138****5678`, `+86 138****5678`. */
function mobile(value: string): string {
  const found = /^(\+?86[- ]?)?(1\d{2})[- ]?\d{4}[- ]?(\d{4})$/.exec(folded(value).trim());
  return found ? `${found[1] ?? ''}${found[2]}****${found[3]}` : HIDDEN;
}

/** `010-******78`: the area code and the last two digits; an extension is hidden. */
function phone(value: string): string {
  const text = folded(value).trim();
  const found = /^(\(?0\d{2,3}\)?[- ]?|[48]00-?)?([\d-]{7,9})(?:[-转]\d{1,6})?$/.exec(text);
  const digits = found?.[2]!.replaceAll('-', '') ?? '';
  return digits.length === 7 || digits.length === 8 ? (found![1] ?? '') + ends(digits, 0, 2) : HIDDEN;
}

/** `622202******1234`. */
function bankCard(value: string): string {
  const digits = folded(value).replace(/[ -]/g, '');
  return /^\d{12,19}$/.test(digits) ? ends(digits, 6, 4) : HIDDEN;
}

/** 张三 → 张*, 欧阳娜 → 欧阳*, 阿卜杜拉·买买提 → 阿*******: the family name stays. */
function name(text: string): string {
  const chars = charsOf(text.trim());
  if (chars.length < 2) return '*';
  const kept = Math.min(familyNameLength(text.trim()), chars.length - 1);
  return sliceOf(chars, 0, kept) + stars(chars.length - kept);
}

/** `z***@example.com`; a name of one character is hidden. */
function email(value: string): string {
  const text = value.trim();
  const at = text.lastIndexOf('@');
  if (at < 1 || at === text.length - 1) return HIDDEN;
  const local = charsOf(text.slice(0, at));
  return `${local.length === 1 ? '*' : `${sliceOf(local, 0, 1)}***`}${text.slice(at)}`;
}

/** Names of estates, shops and works end like districts and towns, and names of streets hold such endings. */
const NO_DISTRICT = '(?<![小社园校厂库景住])';
const NO_CITY = '(?<![超菜夜集闹花])';
const PROVINCE = '[^\\d省市区县]{2,8}(?:省|自治区|特别行政区)';
const CITY = `[^\\d省市区县]{2,10}?(?:自治州|地区|盟|${NO_CITY}市(?!部))`;
const NAME = '路?[^\\d省市区县旗路街巷号弄村]';
const DISTRICT = `(?:${NAME}{1,9}(?:${NO_DISTRICT}区|县|旗)|${NAME}{2,9}${NO_CITY}市(?!部))`;
const PLACE = new RegExp(`^(?:${PROVINCE})?(?:${CITY})?(?:${DISTRICT})?`);

/** 浙江省杭州市西湖区文三路90号 → 浙江省杭州市西湖区****. An address that ends there, or begins otherwise, is hidden. */
function address(value: string): string {
  const text = folded(value).trim();
  const place = PLACE.exec(text)?.[0] ?? '';
  return place === '' || place.length === text.length ? '****' : `${place}****`;
}

/** `9135**********0Y43`. */
function creditCode(value: string): string {
  const text = folded(value).replace(/\s/g, '').toUpperCase();
  return /^[0-9A-Z]{18}$/.test(text) ? ends(text, 4, 4) : HIDDEN;
}

/** Number of a bank in the payment system: bank and check digit stay, place and branch do not. */
function cnaps(value: string): string {
  const text = folded(value).trim();
  return /^\d{12}$/.test(text) ? ends(text, 3, 1) : HIDDEN;
}

/** `E******78`. */
function passport(value: string): string {
  const text = folded(value).trim();
  return /^[A-Za-z]{1,2}\d{6,8}$|^\d{9}$/.test(text) ? ends(text, 1, 2) : HIDDEN;
}

/**
 * Permits for travel from and to 香港, 澳门 and 台湾 (H and M numbers, 台胞证), the identity cards of the three, and residence permits,
 * which have the form of identity numbers.
 */
function travelPermit(value: string): string {
  const text = folded(value).trim();
  if (/^8[1-3]\d{15}[\dXx]$/.test(text)) return ends(text, 6, 4);
  const compact = text.replace(/[()/ ]/g, '');
  return /^(?:[HMC]\d{8}(?:\d{2})?|\d{8}|\d{10}|[A-Z]{1,2}\d{6}[\dA]|[A-Z]\d{9})$/i.test(compact) ? ends(compact, 1, 2) : HIDDEN;
}

/** `京A***45`. */
function plate(value: string): string {
  const text = folded(value).replace(/[·. ]/g, '');
  const length = charsOf(text).length;
  return length >= 6 && length <= 9 && /^[\u4e00-\u9fffA-Z]/i.test(text) ? ends(text, 2, 2) : HIDDEN;
}

/** IPv4 down to /24: `192.168.1.*`; IPv6 down to /48: `2001:db8:1::*`. */
function ip(value: string): string {
  const text = value.trim();
  const four = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(text);
  if (four) return `${four[1]}.*`;
  const sides = text.split('::');
  if (!/^[0-9a-f:]+$/i.test(text) || !text.includes(':') || sides.length > 2) return HIDDEN;
  const groups = (side: string | undefined) => (side ? side.split(':') : []);
  const [front, back] = [groups(sides[0]), groups(sides[1])];
  if (sides.length === 1 ? front.length !== 8 : front.length + back.length > 7) return HIDDEN;
  const all = [...front, ...Array.from({ length: 8 - front.length - back.length }, () => '0'), ...back];
  return all.every((group) => /^[0-9a-f]{1,4}$/i.test(group)) ? `${all.slice(0, 3).join(':')}::*` : HIDDEN;
}

/** Masks of forms, by the name of their algorithm. */
export const FORMS = { name, idCard, mobile, phone, email, bankCard, address, creditCode, cnaps, passport, travelPermit, plate, ip };
