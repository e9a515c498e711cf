export { NATION } from '../../core/geo/areas.ts';
export type { GeoMap, Sheet } from '../../core/geo/geo-map.ts';
export { flowMapOption } from '../../core/geo/flow-option.ts';
export { heroMapOption, type HeroOptions } from '../../core/geo/hero-option.ts';
export { mapOption, type MapBuilt, type MapOptions } from '../../core/geo/map-option.ts';
export { areaShown } from '../../core/geo/values.ts';
export { forgetMaps, loadMap, setMapSource, type MapSource } from './load-map.ts';
