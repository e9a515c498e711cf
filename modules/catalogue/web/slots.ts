import type { Slots } from '#kit/web/slots/slots.ts';

/** What stands in places that every module may fill: the catalogue brings its own changes and score the way the others do. */
export const slots: Slots = {
  'metadata.table.tabs': [{ key: 'changes', title: '变更', order: 60, load: () => import('./changes/ChangesTab.tsx') }],
  'gate.refusal': [{ key: 'ask', load: () => import('./tables/AskLacked.tsx') }],
  'metadata.table.badges': [{ key: 'quality', order: 10, load: () => import('./tables/QualityBadge.tsx') }],
};
