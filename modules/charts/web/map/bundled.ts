import { NATION } from '../../core/geo/areas.ts';
import type { FeatureCollection } from '../../core/geo/geo-json.ts';
import { featuresOf, type Topology } from '../../core/geo/topology.ts';

/** A file for each map, loaded when it is shown. */
const FILES = import.meta.glob<{ default: Topology }>('./data/*.json');

/** The map of an area that comes with the program: the country or a province; null for anything else. */
export async function bundledMap(adcode: string): Promise<{ name: string; collection: FeatureCollection } | null> {
  const load = FILES[`./data/${adcode}.json`];
  if (!load) return null;
  const { default: topology } = await load();
  return { name: adcode === NATION ? '全国' : topology.name, collection: featuresOf(topology) };
}
