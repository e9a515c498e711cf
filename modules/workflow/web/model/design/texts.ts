import type { ApproverKind, ApproverSource, ServiceWork, TimeoutAction } from '../../../contract/approval.ts';
import type { TreeNode } from '../../../contract/tree.ts';
import { amountOf, UNITS } from './duration.ts';

export const WHO: Readonly<Record<ApproverKind, string>> = {
  user: '指定成员',
  role: '角色',
  post: '岗位',
  dept: '部门成员',
  deptLeader: '部门负责人',
  starter: '发起人自己',
  starterDeptLeader: '发起人部门负责人',
  leaders: '连续多级主管',
  starterPicks: '发起人自选',
  lastPicks: '上一审批人自选',
  formUser: '表单内人员',
  formDeptLeader: '表单内部门负责人',
  dataOwner: '数据责任人',
  expression: '表达式',
};
export const MODES = { any: '或签', all: '会签', sequence: '依次', ratio: '票签', random: '随机一人' } as const;
export const NOBODY = { admin: '转流程管理员', leader: '转上级', pass: '自动通过' } as const;
export const STARTER = { leader: '转上级', pass: '自动通过', self: '本人审批' } as const;
export const REPEATED = { ask: '再次审批', previous: '上一节点已同意时自动通过', any: '之前任一节点已同意时自动通过' } as const;
export const RETURN_MODES = { again: '重新逐级审批', direct: '直接回到退回人' } as const;
export const TIMEOUT_ACTIONS: Readonly<Record<TimeoutAction, string>> = {
  remind: '提醒',
  approve: '自动同意',
  reject: '自动不同意',
  leader: '转上级',
  return: '退回发起人',
};
/** Choices of a field, by the words of its values. */
export const choicesOf = <Value extends string>(words: Readonly<Record<Value, string>>) =>
  (Object.entries(words) as [Value, string][]).map(([value, label]) => ({ value, label }));

export const FORKS = { exclusive: '条件分支', parallel: '并行分支', inclusive: '包容分支' } as const;

const sourceText = ({ kind, ids, levels, field }: ApproverSource): string => {
  if (ids?.length) return `${WHO[kind]}（${ids.length}）`;
  if (kind === 'leaders') return `${WHO[kind]}（${levels ?? 1} 级）`;
  return field ? `${WHO[kind]}（${field}）` : WHO[kind];
};

const durationText = (text: string): string => {
  const amount = amountOf(text);
  return amount ? `${amount.count} ${UNITS.find(({ value }) => value === amount.unit)?.label ?? ''}` : text;
};

/** What a service is asked for: a variable with its value, a request, or the first text. */
function serviceLine(params: ServiceWork['params']): string {
  const { variable, value, method, path } = params;
  if (variable) return `${variable} = ${value ?? ''}`;
  if (path) return `${method ?? ''} ${path}`.trim();
  return Object.values(params).find((text) => text.trim() !== '') ?? '未填写内容';
}

/** What a node does, in a line. */
export function nodeText(node: TreeNode): string {
  if ('branches' in node) return FORKS[node.type];
  if (node.type === 'delay') return `等待 ${durationText(node.duration)}`;
  if (node.type === 'until') return `等到 ${node.date.replace('T', ' ')}`;
  if (node.type === 'event') return node.event || '未填写名称';
  if (node.type === 'call') return node.process ? `调用 ${node.process}` : '未选择流程';
  if (node.type === 'service') return serviceLine(node.params);
  return node.who.map(sourceText).join('、') || '未设置人员';
}

/** What single nodes are called. */
export const STEPS: Readonly<Record<string, string>> = {
  approve: '审批',
  handle: '办理',
  copy: '抄送',
  delay: '延迟',
  until: '等到日期',
  message: '等待消息',
  signal: '等待信号',
  call: '子流程',
  service: '触发服务',
};

/** Which of the kinds that are offered a node is. */
export function kindOf(node: TreeNode): string {
  if (node.type === 'event') return node.awaits;
  return node.type === 'approve' && node.isHandling ? 'handle' : node.type;
}
/** A name for a node that has none. */
export const nodeName = (node: TreeNode): string => node.name || ('branches' in node ? FORKS[node.type] : (STEPS[kindOf(node)] ?? ''));
