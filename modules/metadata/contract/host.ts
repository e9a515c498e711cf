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

const REFUSED = '该地址不允许作为数据源，请填写数据库服务器的主机名或IP';
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

function v4Refused([a, b, c, d]: readonly number[]): boolean {
  if (a === 0 || (a === 169 && b === 254) || a! >= 224) return true;
  return ADDRESSES_OF_CLOUD_METADATA.has(`${a}.${b}.${c}.${d}`);
}

/**
 * True for addresses that are never a database: link-local and cloud metadata, unspecified, multicast.
 * Private and loopback addresses are allowed: that is where a company's databases live.
 */
export function addressRefused(address: string): boolean {
  const v4 = parseIpv4(address);
  if (v4) return v4Refused(v4);
  const v6 = parseIpv6(address.split('%')[0]!);
  if (!v6) return true;
  const [g0, , , , , g5, g6, g7] = v6 as [number, number, number, number, number, number, number, number];
  if (v6.every((group) => group === 0)) return true;
  if ((g0 & 0xffc0) === 0xfe80 || (g0 & 0xff00) === 0xff00) return true;
  // fd00:ec2::254 (AWS), fd20:ce::254 (Google)
  if (g7 === 0x254 && ((g0 === 0xfd00 && v6[1] === 0xec2) || (g0 === 0xfd20 && v6[1] === 0xce))) return true;
  const embedded = [g6 >> 8, g6 & 255, g7 >> 8, g7 & 255];
  const mapped = v6.slice(0, 5).every((group) => group === 0) && (g5 === 0xffff || g5 === 0);
  const nat64 = g0 === 0x64 && v6[1] === 0xff9b;
  if (mapped && g5 === 0 && g6 === 0) return false; // ::1
  // ::ffff:0:a.b.c.d and 2002:aabb:ccdd:: lead to IPv4 addresses through a translator
  const translated = v6.slice(0, 4).every((group) => group === 0) && v6[4] === 0xffff && g5 === 0;
  if (g0 === 0x2002 && v4Refused([v6[1]! >> 8, v6[1]! & 255, v6[2]! >> 8, v6[2]! & 255])) return true;
  return (mapped || nat64 || translated) && v4Refused(embedded);
}

/** Why a text cannot be the host of a source, null when it can. Names are looked up and checked again before connecting. */
export function hostProblem(host: string): string | null {
  if (parseIpv4(host) || parseIpv6(host)) return addressRefused(host) ? REFUSED : null;
  if (!HOST_NAME.test(host)) return MALFORMED;
  // Resolvers read 2852039166, 0xa9fea9fe and 0251.0376.1 as addresses: a name must have a letter that is not a number's.
  if (host.split('.').every((label) => /^(0[xX][0-9a-fA-F]*|\d+)$/.test(label))) return MALFORMED;
  return NAMES_OF_CLOUD_METADATA.has(host.toLowerCase()) ? REFUSED : null;
}
