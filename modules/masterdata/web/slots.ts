import type { Slots } from '#kit/web/slots/slots.ts';

/** How models and changes of records are shown inside their approvals. */
export const slots: Slots = {
  'flow.detail': [
    { key: 'masterdata.model', load: () => import('./model/ModelRecord.tsx') },
    { key: 'masterdata.record', load: () => import('./data/ChangeRecord.tsx') },
  ],
};
