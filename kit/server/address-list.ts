import { BlockList, isIP } from 'node:net';
import { AppError } from '#kit/contract/errors.ts';

/*
 * Lists of addresses as people write them: IPv4, IPv6 and CIDR networks, parted by commas, semicolons or white space.
 */

type Family = 'ipv4' | 'ipv6';
interface Network {
  readonly address: string;
  readonly bits: number;
  readonly family: Family;
}
const parts = (text: string | null): string[] => (text ?? '').split(/[\s,，;；]+/).filter(Boolean);
const familyOf = (address: string): Family | null => {
  const version = isIP(address);
  if (version === 0) return null;
  return version === 4 ? 'ipv4' : 'ipv6';
};
/** IPv4 inside IPv6 is the IPv4 address that it stands for; the zone of a link is no part of the address. */
const plain = (address: string): string => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address.replace(/%.*$/, '');

function networkOf(part: string): Network | null {
  const [written = '', prefix, ...more] = part.split('/');
  const address = plain(written);
  const family = familyOf(address);
  if (!family || more.length > 0 || written.includes('%')) return null;
  const most = family === 'ipv4' ? 32 : 128;
  if (prefix === undefined) return { address, family, bits: most };
  // a length that was written for the IPv6 form of an IPv4 network counts the 96 bits before it
  const bits = /^\d{1,3}$/.test(prefix) ? Number(prefix) - (address === written ? 0 : 96) : Number.NaN;
  return bits >= 0 && bits <= most ? { address, family, bits } : null;
}

/** Throws input.invalid, with the field `path`, when a part is neither an address nor a network. */
export function assertAddresses(list: string | null, path: string): void {
  for (const part of parts(list)) {
    if (networkOf(part)) continue;
    const message = `“${part.slice(0, 40)}”不是正确的地址或网段，例如 10.1.2.3、10.1.0.0/16 或 2001:db8::/32`;
    throw new AppError('input.invalid', message, [{ path, message }]);
  }
}

/** A list as a test of addresses; null for an empty list. What is no address lies in none, and a part that cannot be read holds none. */
export function addressTest(list: string | null): ((address: string) => boolean) | null {
  const all = parts(list);
  if (all.length === 0) return null;
  const block = new BlockList();
  for (const network of all.map(networkOf)) if (network) block.addSubnet(network.address, network.bits, network.family);
  return (address) => {
    const one = plain(address);
    const family = familyOf(one);
    return family !== null && block.check(one, family);
  };
}
