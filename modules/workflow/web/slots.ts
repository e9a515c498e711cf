import type { Slots } from '#kit/web/slots/slots.ts';

/** What approvals put into pages of others. */
export const slots: Slots = {
  'flow.submission': [{ key: 'workflow', load: () => import('./submission/SubmissionDialog.tsx') }],
  'flow.instance': [{ key: 'workflow', load: () => import('./instance/RecordApproval.tsx') }],
};
