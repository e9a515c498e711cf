import type { Slots } from '#kit/web/slots/slots.ts';

/** How a request for rights on data is shown inside its approval. */
export const slots: Slots = {
  'flow.detail': [{ key: 'metadata.grant', load: () => import('./authorize/RequestRecord.tsx') }],
};
