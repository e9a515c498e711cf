import { session } from '#kit/web/session.ts';
import { NATION } from '../../core/geo/areas.ts';
import { geoMapOf, type GeoMap } from '../../core/geo/geo-map.ts';
import type { FeatureCollection } from '../../core/geo/geo-json.ts';
import { bundledMap } from './bundled.ts';

/** An uploaded map that replaces a bundled one. */
export interface UploadedMap {
  readonly adcode: string;
  readonly mapName: string;
  /** changes with every change of the data */
  readonly etag: string;
  readonly approvalNo: string | null;
}
/** Where uploaded maps come from: the platform for people who are signed in, the ticket of a share link for its viewers. */
export interface MapSource {
  list(): Promise<readonly UploadedMap[]>;
  load(map: UploadedMap): Promise<{ name: string; collection: FeatureCollection }>;
}

/** undefined = the platform's, for whoever is signed in */
let source: MapSource | null | undefined;
let listed: { readonly at: number; readonly maps: Promise<readonly UploadedMap[]> } | null = null;
const maps = new Map<string, Promise<GeoMap>>();
/** How long the list of uploaded maps holds. */
const LIST_MS = 300_000;

/** Says where uploaded maps come from: a share page gives one that uses its ticket, null shows the bundled maps only. */
export function setMapSource(next: MapSource | null): void {
  if (source === next) return;
  source = next;
  forgetMaps();
}
/** After maps were uploaded, switched or deleted: the next picture asks again. */
export function forgetMaps(): void {
  listed = null;
  maps.clear();
}

async function sourceNow(): Promise<MapSource | null> {
  if (source !== undefined) return source;
  if (session.get().token === null) return null;
  return (await import('../map-assets/platform-maps.ts')).platformMaps;
}

async function uploaded(): Promise<readonly UploadedMap[]> {
  const from = await sourceNow();
  if (!from) return [];
  if (!listed || Date.now() - listed.at > LIST_MS) listed = { at: Date.now(), maps: from.list() };
  try {
    return await listed.maps;
  } catch {
    // a picture with the bundled map is better than none; the next one asks again
    listed = null;
    return [];
  }
}

async function collectionOf(
  adcode: string,
  own: UploadedMap | undefined,
): Promise<{ name: string; collection: FeatureCollection; own: UploadedMap | null }> {
  const from = own ? await sourceNow() : null;
  if (own && from) {
    try {
      return { ...(await from.load(own)), own };
    } catch {
      // gone meanwhile, or the network: the bundled one
    }
  }
  const bundled = await bundledMap(adcode);
  if (!bundled) throw new Error(`没有区域 ${adcode} 的地图`);
  return { ...bundled, own: null };
}

async function make(adcode: string, list: readonly UploadedMap[]): Promise<GeoMap> {
  const find = (code: string) => list.find((one) => one.adcode === code);
  const [{ name, collection, own }, nation] = await Promise.all([
    collectionOf(adcode, find(adcode)),
    // the inset beside 海南 shows the coasts of the country
    adcode === '460000' ? collectionOf(NATION, find(NATION)) : null,
  ]);
  return geoMapOf({
    adcode,
    name,
    version: own?.etag ?? 'b',
    approvalNo: own?.approvalNo ?? null,
    collection,
    ...(nation && { nation: nation.collection }),
  });
}

/**
 * The map of the country (100000) or of a province, ready to be drawn: the uploaded one when there is one in use, else the bundled one.
 * Kept for the life of the page. Throws for areas that have no map (cities).
 */
export async function loadMap(adcode: string): Promise<GeoMap> {
  const list = await uploaded();
  const key = `${adcode}@${list.find((one) => one.adcode === adcode)?.etag ?? 'b'}`;
  const known = maps.get(key);
  if (known) return known;
  const made = make(adcode, list);
  maps.set(key, made);
  made.catch(() => maps.delete(key));
  return made;
}
