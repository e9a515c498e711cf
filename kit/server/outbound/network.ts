import { lookup } from 'node:dns/promises';
import { connect, isIP, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { kindOfAddress, parseIpv4, parseIpv6 } from '#kit/contract/address.ts';
import type { App } from '../ctx.ts';

/** Access to DNS and local interfaces, replaceable for tests. */
export interface Network {
  /** all addresses of a host name */
  lookup(name: string): Promise<readonly string[]>;
  dial(address: string, port: number): Socket;
  /** addresses of this machine's interfaces */
  own(): readonly string[];
}

export const realNetwork: Network = {
  lookup: async (name) => (await lookup(name, { all: true })).map(({ address }) => address),
  dial: (address, port) => connect({ host: address, port }),
  own: () => Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address)),
};

const networks = new WeakMap<App, Network>();
/** The network of an app: the real one unless `useNetwork` replaced it. */
export const networkOf = (app: App): Network => networks.get(app) ?? realNetwork;
/** Replaces the network of an app, so that tests can serve external hosts from this machine, whose own addresses are not allowed. */
export const useNetwork = (app: App, network: Network): void => void networks.set(app, network);

/** Canonical notation of an address; IPv4-mapped IPv6 becomes IPv4. */
function canonical(address: string): string {
  const groups = parseIpv6(address.split('%')[0]!);
  if (!groups) return parseIpv4(address)?.join('.') ?? address;
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (!isMapped) return groups.map((group) => group.toString(16)).join(':');
  return [groups[6]! >> 8, groups[6]! & 255, groups[7]! >> 8, groups[7]! & 255].join('.');
}

/** Why an address must not be called (SSRF protection), null when it may be. */
export function outOfBounds(address: string, isPrivateAllowed: boolean, own: readonly string[]): string | null {
  const kind = kindOfAddress(address);
  if (kind === 'never') return '该地址不允许访问（链路本地、组播、未指定或云平台元数据地址）';
  if (kind === 'loopback') return '该地址是本机地址，不允许访问';
  if (own.some((one) => canonical(one) === canonical(address))) return '该地址是平台自身的地址，不允许访问';
  if (kind === 'private' && !isPrivateAllowed) return '该地址属于内网，请由有权限的管理员在外部地址中允许访问内网';
  return null;
}

/**
 * Resolves a host once; connections then use the numeric address, which prevents DNS rebinding. If `refuse` rejects one address of the
 * host, the host is refused. Throws what `refuse` throws, and resolver errors.
 */
export async function resolveOnce(
  host: string,
  refuse: (address: string) => void,
  lookUp: Network['lookup'] = realNetwork.lookup,
): Promise<readonly string[]> {
  const addresses = isIP(host) ? [host] : await lookUp(host);
  addresses.forEach(refuse);
  return addresses;
}
