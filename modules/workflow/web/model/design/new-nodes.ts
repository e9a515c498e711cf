import type { StartNode, TreeNode } from '../../../contract/tree.ts';
import { freshId } from '../../../core/tree/edit.ts';

export const KINDS = [
  { key: 'approve', label: '审批' },
  { key: 'handle', label: '办理' },
  { key: 'copy', label: '抄送' },
  { key: 'exclusive', label: '条件分支' },
  { key: 'parallel', label: '并行分支' },
  { key: 'inclusive', label: '包容分支' },
  { key: 'delay', label: '延迟' },
  { key: 'until', label: '等到日期' },
  { key: 'message', label: '等待消息' },
  { key: 'signal', label: '等待信号' },
  { key: 'call', label: '子流程' },
  { key: 'service', label: '触发服务' },
] as const;
export type NewKind = (typeof KINDS)[number]['key'];

const APPROVAL = {
  mode: 'any',
  nobody: 'admin',
  starter: 'leader',
  repeated: 'ask',
  mayReturn: true,
  returnMode: 'again',
  isHandling: false,
} as const;

/** In China, whose time dates without a zone are. */
const tomorrow = (): string => new Date(Date.now() + 32 * 3_600_000).toISOString().slice(0, 10);

/** A node as it is when it is put into a tree. */
export function newNode(tree: StartNode, kind: NewKind): TreeNode {
  const base = { id: freshId(tree, 'n'), next: null };
  switch (kind) {
    case 'approve':
      return { type: 'approve', ...base, name: '主管审批', who: [{ kind: 'starterDeptLeader' }], ...APPROVAL };
    case 'handle':
      return { type: 'approve', ...base, name: '办理', who: [{ kind: 'starterDeptLeader' }], ...APPROVAL, isHandling: true };
    case 'copy':
      return { type: 'copy', ...base, name: '抄送', who: [{ kind: 'starterDeptLeader' }] };
    case 'delay':
      return { type: 'delay', ...base, name: '延迟', duration: 'P1D' };
    case 'until':
      return { type: 'until', ...base, name: '等到日期', date: `${tomorrow()}T09:00` };
    case 'message':
    case 'signal':
      return { type: 'event', ...base, name: kind === 'message' ? '等待消息' : '等待信号', awaits: kind, event: '' };
    case 'call':
      return { type: 'call', ...base, name: '子流程', process: '', inherits: true, inputs: [], outputs: [] };
    case 'service':
      return { type: 'service', ...base, name: '发送消息', service: 'workflow.notify', params: {}, who: [{ kind: 'starter' }] };
    default: {
      const first = freshId(tree, 'b');
      const last = `b${Number(first.slice(1)) + 1}`;
      const names = kind === 'parallel' ? ['分支一', '分支二'] : ['条件一', '其他'];
      return {
        type: kind,
        ...base,
        name: '',
        branches: [
          { id: first, name: names[0] ?? '', condition: kind === 'parallel' ? null : '${amount > 1000}', next: null },
          { id: last, name: names[1] ?? '', condition: null, next: null },
        ],
      };
    }
  }
}
