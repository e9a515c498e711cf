import type { Slots } from '#kit/web/slots/slots.ts';

/** What data filling puts into pages of others. */
export const slots: Slots = {
  'flow.detail': [{ key: 'filling', takesEdits: true, load: () => import('./approval/ApprovedForm.tsx') }],
};
