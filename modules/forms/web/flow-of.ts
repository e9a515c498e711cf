import type { FormRecord } from '../contract/record.ts';

/** The approval of a record; null when it is under none. */
export const flowOf = ({ flowStatus, processInstanceId }: Pick<FormRecord, 'flowStatus' | 'processInstanceId'>) =>
  flowStatus === null ? null : { flowStatus, processInstanceId };
