import type { Slots } from '#kit/web/slots/slots.ts';

/** What notices put into pages of others; how a notice is shown inside its approval. */
export const slots: Slots = {
  'home.rail': [{ key: 'notices', order: 10, load: () => import('./home/HomeNotices.tsx') }],
  'flow.detail': [{ key: 'system.notice', load: () => import('./notice/NoticeRecord.tsx') }],
};
