import type { Slots } from '#kit/web/slots/slots.ts';

const certificate = () => import('./practicing/CertificateRecord.tsx');
/** How suppliers and certificates are shown inside their approvals. */
export const slots: Slots = {
  'flow.detail': [
    { key: 'project.supplierBlacklist', load: () => import('./supplier/BlacklistRecord.tsx') },
    { key: 'project.certificateLock', load: certificate },
    { key: 'project.certificateRelease', load: certificate },
  ],
};
