import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useStore, type StoreApi } from 'zustand';
import { useCan } from '#kit/web/can.tsx';
import { closeWindow } from '#kit/web/designer/close-window.ts';
import { DesignGate } from '#kit/web/designer/DesignGate.tsx';
import { isChanged, openDesign, unsavedSteps } from '#kit/web/designer/open-document.ts';
import { makeDesign, type Design } from '#kit/web/designer/store.ts';
import { useDesignKeys } from '#kit/web/designer/use-keys.ts';
import { useSave } from '#kit/web/designer/use-save.tsx';
import { useSteps } from '#kit/web/designer/use-steps.ts';
import { toast } from '#kit/web/dialog.tsx';
import { StudioShell } from '#kit/web/parts/StudioShell.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useUnsaved } from '#kit/web/unsaved.tsx';
import { useCall, useWrite, type CallReply } from '#kit/web/use-call.ts';
import type { BranchNode, StartNode, TreeNode } from '../../../contract/tree.ts';
import { addBranch, freshId, insertAfter, removeBranch, removeNode, updateBranch, updateNode } from '../../../core/tree/edit.ts';
import { nodesOf } from '../../../core/tree/walk.ts';
import { modelApi as api } from '../api.ts';
import { writeTree } from '../../../core/tree/write.ts';
import { newNode } from './new-nodes.ts';
import { BranchPanel, NodePanel } from './NodePanel.tsx';
import { SimulationPanel } from './simulate/SimulationPanel.tsx';
import { useSimulation } from './simulate/use-simulation.ts';
import { TreeCanvas } from './TreeCanvas.tsx';
import './designer.css';

type Model = CallReply<typeof api.model.get>;
type Store = StoreApi<Design<StartNode>>;
const LIST = { path: '/workflow/model', name: '流程模型' };

/** 流程设计 */
export default function DesignerPage() {
  const { id = '' } = useParams();
  const found = useCall(api.model.get, { params: { id } });
  return (
    <DesignGate found={found} list={LIST}>
      {(model) =>
        model.kind === 'simple' ? (
          <Designer key={id} model={model} />
        ) : (
          <StateView kind="empty" what="该流程由 BPMN 文件导入" why="审批视图不能表示它，请在流程定义中下载、修改后重新导入。" />
        )
      }
    </DesignGate>
  );
}

/** Saves the tree with its name over the version that was read. */
function useSaveModel(store: Store, model: Model) {
  const document = useMemo(() => openDesign(store), [store]);
  const rest = { key: model.key, categoryId: model.categoryId, kind: 'simple' as const, remark: model.remark };
  return useSave<StartNode>({
    document,
    what: '流程',
    put: ({ config, name }, version) =>
      api.model.update({ params: { id: model.id }, body: { ...rest, name, tree: config, version } }, { quiet: true, overlay: false }),
    load: async () => {
      const theirs = await api.model.get({ params: { id: model.id } }, { quiet: true, overlay: false });
      return { config: theirs.tree as StartNode, version: theirs.version, name: theirs.name };
    },
    diff: (from, to) => (JSON.stringify(from) === JSON.stringify(to) ? [] : ['流程的节点或设置有修改']),
  });
}

/** Checks and publishes what is saved; what the server found wrong stands at the nodes. */
function useRelease(store: Store, save: () => Promise<boolean>) {
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const params = { id: store.getState().id };
  const validate = useWrite(api.model.validate, {
    onSuccess: ({ problems: found }) => {
      setProblems(new Map(found.flatMap(({ node, message }) => (node === null ? [] : [[node, message] as const]))));
      if (found.length === 0) toast.success('校验通过');
      else
        toast.warning(
          found
            .map(({ message }) => message)
            .slice(0, 3)
            .join('；'),
        );
    },
  });
  const publish = useWrite(api.model.publish, { onSuccess: ({ versionNo }) => toast.success(`已发布第 ${versionNo} 版`) });
  const check = async () => (await save()) && validate.mutate({ params, body: {} });
  const release = async () => (await save()) && publish.mutate({ params, body: { version: store.getState().version } });
  return { problems, check, release, isChecking: validate.isPending, isPublishing: publish.isPending };
}

function Designer({ model }: { model: Model }) {
  const [store] = useState(() =>
    makeDesign<StartNode>({ id: model.id, name: model.name, version: model.version, config: model.tree as StartNode }),
  );
  const tree = useStore(store, (state) => state.config);
  const name = useStore(store, (state) => state.name);
  const isDirty = useStore(store, isChanged);
  const unsaved = useStore(store, unsavedSteps);
  const { change, rename } = store.getState();
  const [chosen, setChosen] = useState<string | null>(null);
  const navigate = useNavigate();
  const can = useCan();
  const saver = useSaveModel(store, model);
  useUnsaved(isDirty);
  useDesignKeys(store, () => void saver.save());
  const steps = useSteps(store);
  const { problems, check, release, isChecking, isPublishing } = useRelease(store, saver.save);
  const [isSimulating, setSimulating] = useState(false);
  const xmlNow = () => Promise.resolve(writeTree({ key: model.key, name }, tree));
  const simulating = useSimulation(xmlNow);
  const endSimulation = () => {
    simulating.close();
    setSimulating(false);
  };
  return (
    <div className="designer">
      <StudioShell
        kind="流程"
        name={name}
        nameLimit={50}
        onRename={rename}
        onBack={() => closeWindow('/workflow/model', (path) => void navigate(path))}
        save={saver.stateOf(unsaved)}
        {...steps}
        extra={
          <>
            <Button loading={isChecking} onClick={() => void check()}>
              校验
            </Button>
            <Button aria-pressed={isSimulating} onClick={() => (isSimulating ? endSimulation() : setSimulating(true))}>
              模拟运行
            </Button>
          </>
        }
        onSave={() => void saver.save()}
        onPublish={can(api.model.publish) ? () => void release() : undefined}
        isPublishing={isPublishing}
      >
        <div className="designer-body tree-body">
          <main className="designer-main tree-main" aria-label="流程图">
            <TreeCanvas
              tree={tree}
              chosen={chosen}
              problems={problems}
              marks={simulating.nodes}
              onChoose={setChosen}
              onAdd={(place, kind) => {
                const node = newNode(tree, kind);
                change('添加节点', insertAfter(tree, place, node));
                setChosen(node.id);
              }}
              onAddBranch={(fork) => {
                const branch = { id: freshId(tree, 'b'), name: '新分支', condition: '${amount > 0}', next: null };
                change('添加分支', addBranch(tree, fork, branch));
                setChosen(branch.id);
              }}
            />
          </main>
          <aside className="designer-right" aria-label="节点设置">
            {isSimulating ? (
              <SimulationPanel simulating={simulating} xmlNow={xmlNow} onClose={endSimulation} />
            ) : (
              <Settings tree={tree} chosen={chosen} change={change} />
            )}
          </aside>
        </div>
      </StudioShell>
      {saver.dialog}
    </div>
  );
}

interface SettingsProps {
  tree: StartNode;
  chosen: string | null;
  change: Design<StartNode>['change'];
}
/** Settings of the node or branch that is chosen. */
function Settings({ tree, chosen, change }: SettingsProps) {
  const nodes: TreeNode[] = [...nodesOf(tree.next)];
  const node = nodes.find(({ id }) => id === chosen);
  if (node)
    return (
      <NodePanel
        key={node.id}
        node={node}
        onChange={(part, gesture) => change('修改节点', updateNode(tree, node.id, part), gesture)}
        onRemove={() => change('删除节点', removeNode(tree, node.id))}
      />
    );
  const fork = nodes.find((one): one is BranchNode => 'branches' in one && one.branches.some(({ id }) => id === chosen));
  const branch = fork?.branches.find(({ id }) => id === chosen);
  if (fork && branch)
    return (
      <BranchPanel
        key={branch.id}
        fork={fork}
        branch={branch}
        onChange={(part, gesture) => change('修改分支', updateBranch(tree, fork.id, branch.id, part), gesture)}
        onRemove={() => change('删除分支', removeBranch(tree, fork.id, branch.id))}
      />
    );
  return <p className="muted tree-hint">点击节点设置审批人、方式和规则；点击加号添加节点。</p>;
}
