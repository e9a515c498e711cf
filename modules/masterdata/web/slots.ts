import type { Slots } from '#kit/web/slots/slots.ts';

/** How models, records and loads are shown inside their approvals. */
export const slots: Slots = {
  'flow.detail': [
    { key: 'masterdata.model', load: () => import('./model/ModelRecord.tsx') },
    { key: 'masterdata.add', load: () => import('./data/AddRecord.tsx') },
    { key: 'masterdata.load', load: () => import('./maps/LoadRecord.tsx') },
    { key: 'masterdata.record', load: () => import('./data/ChangeRecord.tsx') },
  ],
};
