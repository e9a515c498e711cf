import type { Slots } from '#kit/web/slots/slots.ts';

/** How sharing is shown inside its approval. */
export const slots: Slots = {
  'flow.detail': [{ key: 'visual.dataSetShare', load: () => import('./sets/DataSetSharing.tsx') }],
};
