import type { Position } from './geo-json.ts';

/** A flat picture of the globe: `project` gives screen directions (y grows downwards), `unproject` goes back. */
export interface Projection {
  project(point: Position): [x: number, y: number];
  unproject(point: readonly [x: number, y: number]): [lng: number, lat: number];
}
interface AlbersSetting {
  /** standard parallels, along which lengths are true */
  lat1: number;
  lat2: number;
  /** meridian that stands upright */
  lon0: number;
  /** latitude of y = 0 */
  lat0?: number;
}
const RAD = Math.PI / 180;

/**
 * Albers equal-area conic projection of the unit sphere (J. P. Snyder, Map Projections: A Working Manual, USGS 1395, 1987, p. 100).
 * Areas keep their proportions, so a choropleth neither stretches the north nor squashes the whole.
 */
export function albers({ lat1, lat2, lon0, lat0 = 0 }: AlbersSetting): Projection {
  const [sin1, sin2, cos1] = [Math.sin(lat1 * RAD), Math.sin(lat2 * RAD), Math.cos(lat1 * RAD)];
  const n = (sin1 + sin2) / 2;
  const c = cos1 * cos1 + 2 * n * sin1;
  const rho = (lat: number) => Math.sqrt(Math.max(0, c - 2 * n * Math.sin(lat * RAD))) / n;
  const rho0 = rho(lat0);
  return {
    project([lng, lat]) {
      const theta = n * (lng - lon0) * RAD;
      const r = rho(lat);
      return [r * Math.sin(theta), r * Math.cos(theta) - rho0];
    },
    unproject([x, y]) {
      const down = y + rho0;
      const r = Math.hypot(x, down);
      const sine = (c - r * r * n * n) / (2 * n);
      return [lon0 + Math.atan2(x, down) / n / RAD, Math.asin(Math.min(1, Math.max(-1, sine))) / RAD];
    },
  };
}

/** The projection of maps of the whole country: parallels 25° N and 47° N, upright along 105° E. */
export const CHINA = albers({ lat1: 25, lat2: 47, lon0: 105 });

/** A projection for a smaller area, upright in its middle and true along a sixth of its height from either edge. */
export function albersOf([west, south, east, north]: readonly [number, number, number, number]): Projection {
  const sixth = Math.max((north - south) / 6, 0.05);
  return albers({ lat1: south + sixth, lat2: north - sixth + 0.01, lon0: (west + east) / 2, lat0: (south + north) / 2 });
}
