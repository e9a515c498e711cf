import { BlockList, isIP } from 'node:net';

/** Addresses and CIDR ranges parted by commas, as a test of an address; what is no address counts for nothing. */
export function addressTest(list: string | null): ((ip: string) => boolean) | null {
  const parts = (list ?? '').split(/[,，\s]+/).filter(Boolean);
  if (parts.length === 0) return null;
  const block = new BlockList();
  for (const part of parts) {
    const [address = '', prefix] = part.split('/');
    const family = isIP(address);
    if (family === 0) continue;
    const kind = family === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) block.addAddress(address, kind);
    else if (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 6 ? 128 : 32)) block.addSubnet(address, Number(prefix), kind);
  }
  return (ip) => block.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4');
}
