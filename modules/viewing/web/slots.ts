import type { Slots } from '#kit/web/slots/slots.ts';

/** How a link for strangers is shown inside its approval. */
export const slots: Slots = {
  'flow.detail': [{ key: 'visual.shareLink', load: () => import('./share/LinkRecord.tsx') }],
};
