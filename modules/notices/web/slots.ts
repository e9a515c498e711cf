import type { Slots } from '#kit/web/slots/slots.ts';

/** What notices put into pages of others. */
export const slots: Slots = {
  'home.rail': [{ key: 'notices', order: 10, load: () => import('./home/HomeNotices.tsx') }],
};
