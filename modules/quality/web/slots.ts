import type { Slots } from '#kit/web/slots/slots.ts';

/** 质量 on the page of a table. */
export const slots: Slots = {
  'metadata.table.tabs': [{ key: 'quality', title: '质量', order: 35, perms: ['quality:rule:list'], load: () => import('./TableTab.tsx') }],
};
