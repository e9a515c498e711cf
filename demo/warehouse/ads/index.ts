import type { View } from '../table.ts';
import { companyViews } from './company.ts';
import { engineeringViews } from './engineering.ts';
import { humanViews } from './human.ts';
import { inboundViews } from './inbound.ts';
import { marketViews } from './market.ts';

/** Screen-ready views; their text is in the catalogue, so lineage can read it. */
export const ADS_VIEWS: readonly View[] = [...companyViews, ...engineeringViews, ...inboundViews, ...humanViews, ...marketViews];
