/** Variables that nobody sets by hand: who approves, what was submitted, and what the engine counts with. */
const RESERVED: ReadonlySet<string> = new Set([
  'submitter',
  'initiator',
  'businessKey',
  'businessCode',
  'businessName',
  'businessAuditGroup',
  'starterPicks',
  'lastPicks',
  // who sets these ends 会签 alone
  'nrOfInstances',
  'nrOfCompletedInstances',
  'nrOfActiveInstances',
  'loopCounter',
]);

/** True for a variable that decides who approves or how an approval is counted. */
export const isReserved = (name: string): boolean => RESERVED.has(name) || /^(?:approvers|passed)_/.test(name);

/** True for a variable that no service of a process sets: those above, and the decision of the last approver. */
export const isOfApproval = (name: string): boolean => isReserved(name) || name === 'approved';
