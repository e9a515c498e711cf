import type { Slots } from '#kit/web/slots/slots.ts';

/** How publishing and sharing are shown inside their approvals. */
export const slots: Slots = {
  'flow.detail': [
    { key: 'visual.screen', load: () => import('./list/ScreenPublishing.tsx') },
    { key: 'visual.screenShare', load: () => import('./list/ScreenSharing.tsx') },
  ],
};
