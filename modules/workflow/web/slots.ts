import type { Slots } from '#kit/web/slots/slots.ts';

/** What approvals put into pages of others. */
export const slots: Slots = {
  'flow.instance': [{ key: 'workflow', load: () => import('./instance/RecordApproval.tsx') }],
};
