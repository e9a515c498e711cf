import { useQuery } from '@tanstack/react-query';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Tag } from '#kit/web/Tag.tsx';
import type { Difference } from '../../../core/difference.ts';
import { versionApi as api } from './api.ts';
import './versions.css';

interface Props {
  id: string;
  versionNo: number;
  xmlNow: () => Promise<string>;
}

async function compare(id: string, xmlNow: () => Promise<string>): Promise<Difference[]> {
  const [{ bpmnXml }, draft] = await Promise.all([api.text({ params: { id } }, { quiet: true, overlay: false }), xmlNow()]);
  const [{ readBpmn }, { differencesOf }] = await Promise.all([
    import('../../../core/bpmn/read.ts'),
    import('../../../core/difference.ts'),
  ]);
  const [before, after] = await Promise.all([readBpmn(bpmnXml), readBpmn(draft)]);
  const [old, now] = [before.processes[0], after.processes[0]];
  return old && now ? differencesOf(old, now) : [];
}

const KINDS = {
  added: ['新增', 'calm'],
  removed: ['删除', 'bad'],
  changed: ['修改', 'warn'],
} as const;

/** A version beside the draft: nodes that differ, with both values of each property. */
export function Comparison({ id, versionNo, xmlNow }: Props) {
  const found = useQuery({ queryKey: ['flow-comparison', id], queryFn: () => compare(id, xmlNow), gcTime: 0, staleTime: 0 });
  if (found.error) return <StateView inline kind="error" error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <StateView kind="loading" />;
  if (found.data.length === 0) return <p className="muted">草稿与该版本没有区别。</p>;
  return (
    <table className="flow-comparison">
      <thead>
        <tr>
          <th scope="col">节点</th>
          <th scope="col">第 {versionNo} 版</th>
          <th scope="col">草稿</th>
        </tr>
      </thead>
      <tbody>
        {found.data.map((one) => (
          <Rows key={one.id} difference={one} />
        ))}
      </tbody>
    </table>
  );
}

function Rows({ difference: { name, kind, changes } }: { difference: Difference }) {
  const [word, tone] = KINDS[kind];
  return (
    <>
      <tr className={`is-${kind}`}>
        <th scope="row">
          {name} <Tag tone={tone}>{word}</Tag>
        </th>
        <td>{kind === 'added' ? '没有' : ''}</td>
        <td>{kind === 'removed' ? '没有' : ''}</td>
      </tr>
      {changes.map(({ path, before, after }) => (
        <tr key={path}>
          <td>{labelOf(path)}</td>
          <td className="mono">{before ?? '没有'}</td>
          <td className="mono">{after ?? '没有'}</td>
        </tr>
      ))}
    </>
  );
}

const LABELS: Readonly<Record<string, string>> = {
  name: '名称',
  condition: '条件',
  from: '起点',
  to: '终点',
  element: '类型',
  defaultFlow: '默认连线',
  assignee: '办理人',
  candidateUsers: '候选人',
  candidateGroups: '候选角色',
  dueDate: '到期时间',
  priority: '优先级',
  formKey: '表单',
  delegate: '服务',
  calledElement: '调用的流程',
  who: '人员来源',
  mode: '多人时',
  percent: '通过比例',
  nobody: '没有审批人时',
  starter: '审批人是发起人时',
  repeated: '审批人已审批过时',
  mayReturn: '允许退回',
  returnMode: '退回后重新提交',
  isHandling: '办理节点',
  text: '时间',
  isInterrupting: '中断所在节点',
  attachedTo: '所在节点',
  isSequential: '依次',
  collection: '集合',
  cardinality: '次数',
  completionCondition: '完成条件',
  elementVariable: '每项的变量',
};
const labelOf = (path: string): string => LABELS[path.split('.').at(-1) ?? path] ?? path;
