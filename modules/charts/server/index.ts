import { defineServerModule } from '#kit/server/module.ts';
import { recycled } from '#modules/library/server/index.ts';
import { askRoutes } from './ask.ts';
import { chartRoutes, chartSharing } from './charts.ts';
import './kind.ts';
import { mapAssetRoutes } from './map-assets/index.ts';
import { queryRoutes } from './query-calls.ts';

export { chartTypes } from './chart-types.ts';
export { assertCopyReach, checkDocument, type DocumentForm } from './documents.ts';
export { mapInUse, mapsInUse } from './map-assets/in-use.ts';
export { publishedHandlers } from './published-handlers.ts';
export { fromTemplate, type TemplateForm } from './template.ts';
export { markDetail, markOffers } from './tile/detail.ts';
export { filterOptions } from './tile/options.ts';
export { errorOf, tileLines } from './tile/tile-lines.ts';
export { assertFreeDrills, mapRefusal, setLoader, typesOf } from './tile/tools.ts';

/** 图表: types of charts and maps, and the tile, which is a chart with its question, its filters and its clicks. */
export const chartsModule = defineServerModule({
  name: 'charts',
  needs: ['system', 'files', 'sources', 'standards', 'library', 'datasets'],
  routes: [chartRoutes, queryRoutes, askRoutes, mapAssetRoutes],
  recycle: [recycled('chart')],
  businessTypes: [chartSharing.type],
});
