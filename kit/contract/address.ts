const HOST_NAME = /^(?=.{1,253}$)[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(\.[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;
const NAMES_OF_CLOUD_METADATA = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'instance-data',
  'instance-data.ec2.internal',
]);
/** AWS, Alibaba and Oracle answer here besides 169.254.169.254. */
const ADDRESSES_OF_CLOUD_METADATA = new Set(['100.100.100.200', '192.0.0.192', '168.63.129.16']);

const REFUSED = '该地址不允许访问，请填写服务器的主机名或IP';
const MALFORMED = '主机只能填写主机名或IP地址，不能包含协议、端口、路径或其他字符';

/** The four numbers of a dotted address, null for any other text. */
export function parseIpv4(text: string): [number, number, number, number] | null {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)) return null;
  return parts.map(Number) as [number, number, number, number];
}

/** The eight groups of an IPv6 address, null for any other text. */
export function parseIpv6(text: string): number[] | null {
  let address = text;
  const dotted = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(address);
  if (dotted) {
    const v4 = parseIpv4(dotted[2]!);
    if (!v4) return null;
    address = `${dotted[1]}${((v4[0] << 8) | v4[1]).toString(16)}:${((v4[2] << 8) | v4[3]).toString(16)}`;
  }
  const halves = address.split('::');
  if (halves.length > 2) return null;
  const groups = (half: string | undefined) => (half ? half.split(':') : []);
  const head = groups(halves[0]);
  const tail = groups(halves[1]);
  if (![...head, ...tail].every((group) => /^[0-9a-fA-F]{1,4}$/.test(group))) return null;
  const missing = 8 - head.length - tail.length;
  if (halves.length === 1 ? missing !== 0 : missing < 1) return null;
  return [...head, ...Array.from({ length: missing }, () => '0'), ...tail].map((group) => Number.parseInt(group, 16));
}

/** Where an address leads: `never` is link-local and cloud metadata, unspecified, multicast and what hides such an address. */
export type AddressKind = 'public' | 'private' | 'loopback' | 'never';

function kindOfV4([a, b, c, d]: readonly number[]): AddressKind {
  if (a === 0 || (a === 169 && b === 254) || a! >= 224) return 'never';
  if (ADDRESSES_OF_CLOUD_METADATA.has(`${a}.${b}.${c}.${d}`)) return 'never';
  if (a === 127) return 'loopback';
  // RFC 1918, shared space of providers (RFC 6598), protocol assignments and benchmarks (RFC 6890)
  const isPrivate =
    a === 10 ||
    (a === 172 && b! >= 16 && b! <= 31) ||
    (a === 192 && b === 168) ||
    (a === 100 && b! >= 64 && b! <= 127) ||
    (a === 192 && b === 0 && c === 0) ||
    (a === 198 && (b === 18 || b === 19));
  return isPrivate ? 'private' : 'public';
}

function kindOfV6(groups: readonly number[]): AddressKind {
  const [g0, g1, , , g4, g5, g6, g7] = groups as [number, number, number, number, number, number, number, number];
  if (groups.every((group) => group === 0)) return 'never';
  if ((g0 & 0xffc0) === 0xfe80 || (g0 & 0xff00) === 0xff00) return 'never';
  // fd00:ec2::254 (AWS), fd20:ce::254 (Google)
  if (g7 === 0x254 && ((g0 === 0xfd00 && g1 === 0xec2) || (g0 === 0xfd20 && g1 === 0xce))) return 'never';
  const embedded = [g6 >> 8, g6 & 255, g7 >> 8, g7 & 255];
  const startsWithZeros = groups.slice(0, 4).every((group) => group === 0);
  if (startsWithZeros && g4 === 0 && g5 === 0 && g6 === 0 && g7 === 1) return 'loopback';
  // ::ffff:a.b.c.d, ::a.b.c.d, 64:ff9b::a.b.c.d, ::ffff:0:a.b.c.d and 2002:aabb:ccdd:: lead to IPv4 addresses
  if (startsWithZeros && ((g4 === 0 && (g5 === 0xffff || g5 === 0)) || (g4 === 0xffff && g5 === 0))) return kindOfV4(embedded);
  if (g0 === 0x64 && g1 === 0xff9b) return kindOfV4(embedded);
  if (g0 === 0x2002) return kindOfV4([g1 >> 8, g1 & 255, groups[2]! >> 8, groups[2]! & 255]);
  // unique local and the older site-local addresses
  return (g0 & 0xfe00) === 0xfc00 || (g0 & 0xffc0) === 0xfec0 ? 'private' : 'public';
}

/** Where an IPv4 or IPv6 address leads, in whatever form it is written; `never` for any other text. */
export function kindOfAddress(address: string): AddressKind {
  const v4 = parseIpv4(address);
  if (v4) return kindOfV4(v4);
  const v6 = parseIpv6(address.split('%')[0]!);
  return v6 ? kindOfV6(v6) : 'never';
}

/** True for addresses that are never a server of ours to ask. Private and loopback ones may be: the caller decides. */
export const addressRefused = (address: string): boolean => kindOfAddress(address) === 'never';

/** Why a text cannot be the host of a server, null when it can. Names are looked up and checked again before connecting. */
export function hostProblem(host: string, refused: string = REFUSED): string | null {
  if (parseIpv4(host) || parseIpv6(host)) return addressRefused(host) ? refused : null;
  if (!HOST_NAME.test(host)) return MALFORMED;
  // Resolvers read 2852039166, 0xa9fea9fe and 0251.0376.1 as addresses: a name must have a letter that is not a number's.
  if (host.split('.').every((label) => /^(0[xX][0-9a-fA-F]*|\d+)$/.test(label))) return MALFORMED;
  return NAMES_OF_CLOUD_METADATA.has(host.toLowerCase()) ? refused : null;
}
