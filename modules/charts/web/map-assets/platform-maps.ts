import { openAnswer } from '#kit/web/send.ts';
import type { FeatureCollection } from '../../core/geo/geo-json.ts';
import type { MapSource } from '../map/load-map.ts';
import { api } from './api.ts';

/** The GeoJSON of a call that answers bytes. */
export async function readGeo(answer: Promise<ReadableStream<Uint8Array>>): Promise<FeatureCollection> {
  return (await new Response(await answer).json()) as FeatureCollection;
}

/** Uploaded maps for people who are signed in. */
export const platformMaps: MapSource = {
  list: () => api.mapAsset.inUse(undefined, { quiet: true }),
  load: async ({ adcode, mapName }) => ({
    name: mapName,
    collection: await readGeo(openAnswer(api.mapAsset.geo, { params: { adcode } })),
  }),
};
