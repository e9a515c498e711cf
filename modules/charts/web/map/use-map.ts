import { useEffect, useState } from 'react';
import type { GeoMap } from '../../core/geo/geo-map.ts';
import { sheetsOf } from '../../core/geo/map-option.ts';
import { loadMap } from './load-map.ts';

/** A map with what is known of it; the one before stays until the next one is there. */
export interface MapState {
  readonly geo: GeoMap | null;
  readonly isFailed: boolean;
}

/** The map of an area, loaded and known to the drawing library. */
export function useMap(adcode: string): MapState {
  const [state, setState] = useState<MapState & { adcode: string }>({ geo: null, isFailed: false, adcode });
  useEffect(() => {
    let isGone = false;
    const load = async () => {
      const [geo, { registerSheets }] = await Promise.all([loadMap(adcode), import('./engine.ts')]);
      registerSheets(sheetsOf(geo));
      if (!isGone) setState({ geo, isFailed: false, adcode });
    };
    load().catch(() => {
      if (!isGone) setState((before) => ({ ...before, isFailed: true, adcode }));
    });
    return () => {
      isGone = true;
    };
  }, [adcode]);
  return state;
}
