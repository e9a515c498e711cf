import type { Slots } from '#kit/web/slots/slots.ts';

/** How publishing and sharing are shown inside their approvals. */
export const slots: Slots = {
  'flow.detail': [
    { key: 'visual.board', load: () => import('./list/BoardPublishing.tsx') },
    { key: 'visual.boardShare', load: () => import('./list/BoardSharing.tsx') },
  ],
};
