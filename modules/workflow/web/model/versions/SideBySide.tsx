import { useQuery } from '@tanstack/react-query';
import { Modal, Select } from 'antd';
import { useState } from 'react';
import { StateView } from '#kit/web/parts/StateView.tsx';
import type { Difference } from '../../../core/difference.ts';
import type { TreeOf } from '../../../core/tree/tree-of.ts';
import { BranchHead, ForkHead, NodeCard } from '../drawing/cards.tsx';
import { TreeDrawing, type Slots } from '../drawing/TreeDrawing.tsx';
import { useRecordFields } from '../design/use-record-fields.ts';
import { versionApi as api } from './api.ts';
import { DifferenceTable } from './DifferenceTable.tsx';

/** The draft among the versions. */
const DRAFT = 'draft';

interface Version {
  readonly id: string;
  readonly versionNo: number;
}
interface Props {
  versions: readonly Version[];
  /** the text of the draft */
  xmlNow: () => Promise<string>;
  onClose: () => void;
}

interface Compared {
  readonly sides: readonly [TreeOf, TreeOf];
  readonly differences: readonly Difference[];
}
async function compare(texts: readonly [Promise<string>, Promise<string>]): Promise<Compared> {
  const [before, after] = await Promise.all(texts);
  const [{ readBpmn }, { differencesOf }, { treeOf }] = await Promise.all([
    import('../../../core/bpmn/read.ts'),
    import('../../../core/difference.ts'),
    import('../../../core/tree/tree-of.ts'),
  ]);
  const [old, now] = [(await readBpmn(before)).processes[0], (await readBpmn(after)).processes[0]];
  const sides: [TreeOf, TreeOf] = [await treeOf(before), await treeOf(after)];
  return { sides, differences: old && now ? differencesOf(old, now) : [] };
}

/** Any two versions, or a version and the draft: both drawings with what differs marked, and the list of it. */
export function SideBySide({ versions, xmlNow, onClose }: Props) {
  const [chosen, setChosen] = useState<readonly [string, string]>([
    versions[1]?.id ?? versions[0]?.id ?? DRAFT,
    versions[1] ? (versions[0]?.id ?? DRAFT) : DRAFT,
  ]);
  const [left, right] = chosen;
  const textOf = async (id: string) =>
    id === DRAFT ? xmlNow() : (await api.text({ params: { id } }, { quiet: true, overlay: false })).bpmnXml;
  const found = useQuery({
    queryKey: ['flow-side-by-side', left, right],
    queryFn: () => compare([textOf(left), textOf(right)]),
    gcTime: 0,
    staleTime: 0,
  });
  const nameOf = (id: string) => (id === DRAFT ? '草稿' : `第 ${versions.find((one) => one.id === id)?.versionNo ?? ''} 版`);
  const options = [{ value: DRAFT, label: '草稿' }, ...versions.map(({ id, versionNo }) => ({ value: id, label: `第 ${versionNo} 版` }))];
  return (
    <Modal open title="比较两个版本" footer={null} width="min(1280px, 94vw)" onCancel={onClose}>
      <div className="flow-sides">
        <Select aria-label="较早的版本" value={left} options={options} onChange={(id: string) => setChosen([id, right])} />
        <Select aria-label="较新的版本" value={right} options={options} onChange={(id: string) => setChosen([left, id])} />
        {found.data && <Drawings compared={found.data} names={[nameOf(left), nameOf(right)]} />}
      </div>
      {found.error && <StateView inline kind="error" error={found.error} onRetry={() => void found.refetch()} />}
      {!found.data && !found.error && <StateView kind="loading" />}
      {found.data?.differences.length === 0 && <p className="muted">两个版本没有区别。</p>}
      {found.data && found.data.differences.length > 0 && (
        <DifferenceTable differences={found.data.differences} before={nameOf(left)} after={nameOf(right)} />
      )}
    </Modal>
  );
}

/** Words at what differs: a colour alone does not tell. */
const WORDS = { added: '新增', removed: '删除', changed: '修改' } as const;

function Drawings({ compared, names }: { compared: Compared; names: readonly [string, string] }) {
  const { labels } = useRecordFields();
  const kinds = new Map(compared.differences.map(({ id, kind }) => [id, kind]));
  const state = (id: string) => {
    const kind = kinds.get(id);
    return kind && `is-${kind}`;
  };
  const word = (id: string) => {
    const kind = kinds.get(id);
    return kind && <em className="tree-word">{WORDS[kind]}</em>;
  };
  const slots: Slots = {
    node: (node) => <NodeCard node={node} state={state(node.id)} badge={word(node.id)} />,
    fork: (fork) => <ForkHead fork={fork} state={state(fork.id)} />,
    branch: (branch, fork) => <BranchHead branch={branch} fork={fork} labels={labels} state={state(branch.id)} badge={word(branch.id)} />,
  };
  return compared.sides.map(({ tree, why }, at) => (
    <section
      key={names[at] === names[1 - at] ? at : names[at]}
      className="flow-side"
      aria-label={`${names[at] ?? ''}的流程图`}
      tabIndex={0}
    >
      {tree ? <TreeDrawing tree={tree} slots={slots} /> : <StateView kind="empty" what="不能画成审批视图" why={why} />}
    </section>
  ));
}
