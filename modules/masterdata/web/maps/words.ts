import type { LastLoad } from '../../contract/map.ts';

/** What the states of a load are called. */
export const LOAD_STATES: Readonly<Record<LastLoad['state'], string>> = {
  waiting: '等待接入',
  running: '正在接入',
  approval: '等待审批',
  refused: '审批未通过',
  done: '接入完成',
  failed: '接入失败',
  cancelled: '已停止',
};
export const LOAD_TONES = {
  waiting: 'accent',
  running: 'accent',
  approval: 'warn',
  refused: 'bad',
  done: 'calm',
  failed: 'bad',
  cancelled: 'idle',
} as const;
