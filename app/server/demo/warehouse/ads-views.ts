import type { View } from './table.ts'; export const ADS_VIEWS: readonly View[] = [];
