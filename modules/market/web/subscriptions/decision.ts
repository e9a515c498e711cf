/** Who decides about a request for an API or a service, as who asks reads it. */
export const decisionText = ({ decidedBy, owner }: { decidedBy: 'process' | 'owner'; owner: string | null }): string =>
  decidedBy === 'process' ? '按审批流程，提交时显示审批人' : `由负责人${owner ? ` ${owner} ` : ''}审批`;
