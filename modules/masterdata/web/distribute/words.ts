import type { Tone } from '#kit/web/Tag.tsx';
import type { RecordValue, TargetCondition, TargetKind, TargetState } from '../../contract/target.ts';

export const KINDS: Readonly<Record<TargetKind, string>> = { http: '推送', table: '写表', api: '拉取' };
export const KIND_NOTES: Readonly<Record<TargetKind, string>> = {
  http: '变更按顺序发到一个地址，带签名和版本号',
  table: '写入数据源中的一张表，按主键新增、修改、删除',
  api: '应用凭密钥按序号拉取，平台不主动连接',
};
export const STATES: Readonly<Record<TargetState, readonly [label: string, tone: Tone]>> = {
  running: ['分发中', 'calm'],
  paused: ['已暂停', 'idle'],
  stopped: ['已停止', 'bad'],
};
export const OWN_VALUES: Readonly<Record<RecordValue, string>> = {
  $id: '记录编号',
  $status: '状态',
  $version: '版本号',
  $time: '变更时间',
};
export const CONDITIONS: Readonly<Record<TargetCondition['kind'], string>> = {
  eq: '等于',
  ne: '不等于',
  in: '是其中之一',
  like: '包含',
  gt: '大于',
  ge: '大于等于',
  lt: '小于',
  le: '小于等于',
  empty: '为空',
  filled: '不为空',
};
export const needsValue = (kind: TargetCondition['kind']): boolean => kind !== 'empty' && kind !== 'filled';

const REASONS: Readonly<Record<string, string>> = {
  add: '新增',
  change: '修改',
  retire: '禁用',
  restore: '恢复',
  remove: '删除',
  merge: '合并',
  unmerge: '撤销合并',
  snapshot: '全量',
  resend: '补发',
};
export const reasonText = (reason: string): string => REASONS[reason] ?? reason;
export const DELIVERIES: Readonly<Record<'done' | 'retry' | 'dead' | 'superseded', readonly [label: string, tone: Tone]>> = {
  done: ['已送达', 'calm'],
  retry: ['待重试', 'warn'],
  dead: ['被拒绝', 'bad'],
  superseded: ['已由新版本代替', 'idle'],
};
export const DIFFERENCES: Readonly<Record<'missing' | 'behind' | 'surplus', readonly [label: string, tone: Tone]>> = {
  missing: ['缺少', 'bad'],
  behind: ['版本落后', 'warn'],
  surplus: ['多余', 'warn'],
};
