import { PlusOutlined } from '@ant-design/icons';
import { Dropdown } from 'antd';
import type { Branch, BranchNode, StartNode, TreeNode } from '../../../contract/tree.ts';
import { KINDS, type NewKind } from './new-nodes.ts';
import type { Mark } from './simulate/play.ts';
import { MODES, nodeName, nodeText } from './texts.ts';

interface CanvasProps {
  tree: StartNode;
  chosen: string | null;
  /** ids with a problem → its sentence */
  problems: ReadonlyMap<string, string>;
  /** how nodes stand in a simulation */
  marks?: ReadonlyMap<string, Mark>;
  onChoose: (id: string) => void;
  onAdd: (place: string, kind: NewKind) => void;
  onAddBranch: (fork: string) => void;
}

/** The approval tree from top to bottom, branches side by side. */
export function TreeCanvas(props: CanvasProps) {
  const { tree } = props;
  return (
    <div className="tree-canvas" aria-label="流程">
      <span className="tree-end">发起人</span>
      <Add place={tree.id} onAdd={props.onAdd} />
      <Chain first={tree.next} {...props} />
      <span className="tree-end">流程结束</span>
    </div>
  );
}

function Chain({ first, ...props }: CanvasProps & { first: TreeNode | null }) {
  const nodes: TreeNode[] = [];
  for (let node = first; node; node = node.next) nodes.push(node);
  return nodes.map((node) => (
    <div key={node.id} className="tree-step">
      {'branches' in node ? <Fork node={node} {...props} /> : <Card node={node} {...props} />}
      <Add place={node.id} onAdd={props.onAdd} />
    </div>
  ));
}

function Card({ node, chosen, problems, marks, onChoose }: CanvasProps & { node: TreeNode }) {
  const problem = problems.get(node.id);
  const mark = marks?.get(node.id);
  const classes = ['tree-card', node.type, chosen === node.id && 'on', problem && 'bad', mark && `is-${mark}`].filter(Boolean).join(' ');
  return (
    <button type="button" className={classes} title={problem} aria-pressed={chosen === node.id} onClick={() => onChoose(node.id)}>
      <b>
        {nodeName(node)}
        {node.type === 'approve' && <em>{node.isHandling ? '办理' : MODES[node.mode]}</em>}
      </b>
      <span>{problem ?? nodeText(node)}</span>
    </button>
  );
}

function Fork({ node, ...props }: CanvasProps & { node: BranchNode }) {
  return (
    <div className="tree-fork">
      <div className="tree-fork-head">
        <button type="button" className={props.chosen === node.id ? 'on' : undefined} onClick={() => props.onChoose(node.id)}>
          {nodeName(node)}
        </button>
        <button type="button" onClick={() => props.onAddBranch(node.id)}>
          添加分支
        </button>
      </div>
      <div className="tree-lanes">
        {node.branches.map((branch, n) => (
          <div key={branch.id} className="tree-lane">
            <Lane branch={branch} isDefault={node.type !== 'parallel' && n === node.branches.length - 1} {...props} />
            <Add place={branch.id} onAdd={props.onAdd} />
            <Chain first={branch.next} {...props} />
          </div>
        ))}
      </div>
    </div>
  );
}

function Lane({ branch, isDefault, chosen, problems, onChoose }: CanvasProps & { branch: Branch; isDefault: boolean }) {
  const problem = problems.get(branch.id);
  const classes = ['tree-card', 'branch', chosen === branch.id && 'on', problem && 'bad'].filter(Boolean).join(' ');
  return (
    <button type="button" className={classes} title={problem} aria-pressed={chosen === branch.id} onClick={() => onChoose(branch.id)}>
      <b>{branch.name || branch.id}</b>
      <span>{problem ?? branch.condition ?? (isDefault ? '其他情况' : '总是进入')}</span>
    </button>
  );
}

function Add({ place, onAdd }: { place: string; onAdd: CanvasProps['onAdd'] }) {
  const items = KINDS.map(({ key, label }) => ({ key, label, onClick: () => onAdd(place, key) }));
  return (
    <Dropdown menu={{ items }} trigger={['click']} placement="bottom">
      <button type="button" className="tree-add" aria-label="添加节点">
        <PlusOutlined />
      </button>
    </Dropdown>
  );
}
