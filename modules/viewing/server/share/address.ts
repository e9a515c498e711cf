import { BlockList, isIP } from 'node:net';
import { AppError } from '#kit/contract/errors.ts';

const parts = (text: string): string[] => text.split(/[\s,，;；]+/).filter(Boolean);
const family = (ip: string): 'ipv4' | 'ipv6' | null => (isIP(ip) === 4 ? 'ipv4' : isIP(ip) === 6 ? 'ipv6' : null);
/** IPv4 inside IPv6 is the IPv4 address that it stands for. */
const plain = (ip: string): string => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip;

function listOf(text: string): BlockList {
  const list = new BlockList();
  for (const part of parts(text)) {
    const [ip = '', bits] = part.split('/');
    const kind = family(ip);
    const most = kind === 'ipv4' ? 32 : 128;
    const length = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : NaN;
    if (!kind || !(length >= 0 && length <= most)) throw new AppError('input.invalid', `“${part.slice(0, 40)}”不是正确的地址或网段`);
    list.addSubnet(ip, length, kind);
  }
  return list;
}

/** Throws input.invalid when a part is neither an address nor a network. */
export const assertRanges = (text: string | null): void => void (text && listOf(text));

/** True when the address lies in one of the ranges; no ranges = everywhere. */
export function isInRanges(text: string | null, address: string): boolean {
  if (!text || parts(text).length === 0) return true;
  const ip = plain(address);
  const kind = family(ip);
  return kind !== null && listOf(text).check(ip, kind);
}
