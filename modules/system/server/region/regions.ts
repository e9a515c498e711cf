import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { kindOfAddress, parseIpv4, parseIpv6 } from '#kit/contract/address.ts';
import type { App } from '#kit/server/ctx.ts';
import { readRegionFile } from './region-file.ts';
import { placeAt, type RangeTable } from './range-table.ts';

/** Where a company puts newer data, or data of IPv6, below the data folder. */
const FOLDER = 'regions';
const OWN_FILES = { v4: 'ip2region_v4.xdb', v6: 'ip2region_v6.xdb' } as const;
const BUNDLED = '@imaegoo/node-ip2region/data/ip2region.db';

/** The place of an IP address: 内网 and 本机 for private and local addresses, null when unknown. */
export type RegionOf = (address: string | null) => string | null;

interface Tables {
  readonly v4: RangeTable | null;
  readonly v6: RangeTable | null;
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

async function ownTable(app: App, name: string): Promise<RangeTable | null> {
  const path = join(app.settings.dataDir, FOLDER, name);
  try {
    return readRegionFile(await readFile(path), 'xdb');
  } catch (error) {
    if (!isMissing(error)) app.log.warn({ error, path }, 'region data is not readable, what the product brings is used');
    return null;
  }
}

async function bundledTable(app: App): Promise<RangeTable | null> {
  try {
    return readRegionFile(await readFile(createRequire(import.meta.url).resolve(BUNDLED)), 'db');
  } catch (error) {
    app.log.warn({ error }, 'region data is missing, addresses have no region');
    return null;
  }
}

const load = async (app: App): Promise<Tables> => ({
  v4: (await ownTable(app, OWN_FILES.v4)) ?? (await bundledTable(app)),
  v6: await ownTable(app, OWN_FILES.v6),
});

const loaded = new WeakMap<App, Promise<RegionOf>>();

/** IPv4 inside IPv6 (::ffff:a.b.c.d) is the IPv4 address that it stands for. */
const plain = (address: string): string => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;

export function regionIn({ v4, v6 }: Tables, address: string): string | null {
  const text = plain(address.split('%')[0] ?? '');
  const kind = kindOfAddress(text);
  if (kind === 'loopback') return '本机';
  if (kind === 'private') return '内网';
  if (kind !== 'public') return null;
  const four = parseIpv4(text);
  if (four) return v4 && placeAt(v4, ((four[0] << 24) | (four[1] << 16) | (four[2] << 8) | four[3]) >>> 0);
  const groups = parseIpv6(text);
  return (
    groups &&
    v6 &&
    placeAt(
      v6,
      groups.slice(0, 4).reduce((network, group) => (network << 16n) | BigInt(group), 0n),
    )
  );
}

/** Loads the data at the first lookup (about 150 ms, 1.3 MB); later lookups take less than a microsecond. */
export function regionsOf(app: App): Promise<RegionOf> {
  let regions = loaded.get(app);
  if (!regions) {
    regions = load(app).then((tables) => (address) => (address === null ? null : regionIn(tables, address)));
    loaded.set(app, regions);
  }
  return regions;
}
