import { MoreOutlined, PlusOutlined } from '@ant-design/icons';
import type { MenuProps } from 'antd';
import {
  memo,
  useEffect,
  useRef,
  useState,
  type ComponentProps,
  type CSSProperties,
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import type { StartNode, TreeNode } from '../../../contract/tree.ts';
import { branchOf, canMove, nodeOf } from '../../../core/tree/arrange.ts';
import { joinOf } from '../../../core/tree/write.ts';
import { BranchHead, ForkHead, iconOf, NodeCard } from '../drawing/cards.tsx';
import { TreeDrawing, type Slots } from '../drawing/TreeDrawing.tsx';
import { clipNow } from './clipboard.ts';
import { MenuButton } from './MenuButton.tsx';
import { KINDS } from './new-nodes.ts';
import type { Mark } from './simulate/play.ts';
import { nodeName } from './texts.ts';
import type { TreeActions } from './tree-actions.ts';
import { keyAction } from './tree-keys.ts';
import { useZoom, ZoomBar } from './zoom.tsx';

interface CanvasProps {
  tree: StartNode;
  chosen: string | null;
  /** ids with a problem → its sentence */
  problems: ReadonlyMap<string, string>;
  /** how nodes stand in a simulation */
  marks: ReadonlyMap<string, Mark>;
  flows: ReadonlySet<string>;
  labels: ReadonlyMap<string, string>;
  actions: TreeActions;
  onChoose: (id: string | null) => void;
}

/** The approval tree as it is edited: with the mouse, with the keyboard, with menus. */
export function TreeCanvas(props: CanvasProps) {
  const { tree, chosen, actions, onChoose } = props;
  const frame = useRef<HTMLDivElement>(null);
  const zoom = useZoom(frame);
  const [dragged, setDragged] = useState<string | null>(null);
  const keepFocus = useFocusOf(frame, chosen, tree);
  // who adds a node goes on from there
  const added: TreeActions = {
    ...actions,
    add: (place, kind) => {
      keepFocus();
      actions.add(place, kind);
    },
  };
  const menus = useMenus(tree, added);
  const press = (event: KeyboardEvent) => {
    const place = event.target instanceof HTMLElement ? event.target.closest('[data-place]')?.getAttribute('data-place') : null;
    if (event.key === 'Enter' && place && place === chosen && focusSettings()) return event.preventDefault();
    const run = place ? keyAction(tree, place, event, actions, onChoose) : null;
    if (!run) return;
    event.preventDefault();
    keepFocus();
    run();
  };
  return (
    <div className="tree-frame">
      <div
        className="tree-canvas"
        ref={frame}
        role="group"
        aria-label="流程"
        onKeyDown={press}
        onClick={(event) => event.target === frame.current && onChoose(null)}
      >
        <div style={{ zoom: zoom.value, '--zoom': zoom.value } as CSSProperties}>
          <TreeDrawing tree={tree} slots={slotsOf({ ...props, actions: added, menus }, { dragged, setDragged })} />
        </div>
      </div>
      <ZoomBar {...zoom} />
    </div>
  );
}

interface Menus {
  readonly ofPlace: (place: string) => MenuProps['items'];
  readonly ofGap: (place: string) => MenuProps['items'];
}
/** What can be done at a place as the tree is when it is asked: the functions stay the same, so that hundreds of buttons need not be drawn again. */
function useMenus(tree: StartNode, actions: TreeActions): Menus {
  const now = useRef({ tree, actions });
  useEffect(() => {
    now.current = { tree, actions };
  });
  const [menus] = useState<Menus>(() => ({
    ofPlace: (place) => menuOf(place, now.current.tree, now.current.actions),
    ofGap: (place) => kindsAt(place, now.current.actions),
  }));
  return menus;
}

/** A card whose node says the same is not drawn again; whoever chooses it is the same all the time. */
const Card = memo(NodeCard, (a: ComponentProps<typeof NodeCard>, b: ComponentProps<typeof NodeCard>) => {
  const isShownAlike = a.chosen === b.chosen && a.problem === b.problem && a.state === b.state;
  const names = new Set([...Object.keys(a.node), ...Object.keys(b.node)]);
  names.delete('next');
  return isShownAlike && [...names].every((name) => a.node[name as 'id'] === b.node[name as 'id']);
});
const MORE = <MoreOutlined />;
const PLUS = <PlusOutlined />;

/** From a chosen node into its settings; false when there are none. */
function focusSettings(): boolean {
  const field = document.querySelector<HTMLElement>('.designer-right :is(input, textarea)');
  field?.focus();
  return field !== null;
}

/** Keys change what is chosen or where it stands: the focus goes along. */
function useFocusOf(frame: { readonly current: HTMLElement | null }, chosen: string | null, tree: StartNode): () => void {
  const isWanted = useRef(false);
  useEffect(() => {
    if (chosen === null) return;
    const place = frame.current?.querySelector<HTMLElement>(`[data-place="${chosen}"]`);
    if (isWanted.current) place?.focus({ preventScroll: true });
    place?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    isWanted.current = false;
  }, [frame, chosen, tree]);
  return () => void (isWanted.current = true);
}

interface Dragging {
  dragged: string | null;
  setDragged: (id: string | null) => void;
}
function slotsOf(props: CanvasProps & { readonly menus: Menus }, dragging: Dragging): Slots {
  const { tree, chosen, problems, marks, flows, labels, actions, menus, onChoose } = props;
  const shown = (id: string) => ({ chosen: chosen === id, problem: problems.get(id), onChoose: () => onChoose(id) });
  const hold = (id: string, name: string, card: ReactNode) => (
    <Holder id={id} name={name} tree={tree} actions={actions} menus={menus} dragging={dragging}>
      {card}
    </Holder>
  );
  return {
    node: (node) => {
      const mark = marks.get(node.id);
      return hold(node.id, nodeName(node), <Card node={node} state={mark && `is-${mark}`} {...shown(node.id)} />);
    },
    fork: (fork) => (
      <div className="tree-fork-head">
        {hold(fork.id, nodeName(fork), <ForkHead fork={fork} {...shown(fork.id)} />)}
        <button type="button" className="tree-add-branch" onClick={() => actions.addBranch(fork.id)}>
          <PlusOutlined aria-hidden /> 添加分支
        </button>
      </div>
    ),
    branch: (branch, fork) =>
      hold(branch.id, branch.name || '分支', <BranchHead branch={branch} fork={fork} labels={labels} {...shown(branch.id)} />),
    // a place is left when it is done; a fork where its branches meet again, a branch by its own flow
    way: (place) => {
      if (marks.size === 0) return undefined;
      const node = nodeOf(tree, place);
      const left = node && 'branches' in node ? joinOf(place) : place;
      return flows.has(place) || marks.get(left) === 'done' ? 'is-taken' : undefined;
    },
    gap: (place) => <Gap place={place} tree={tree} actions={actions} menus={menus} dragging={dragging} />,
  };
}

interface PartProps {
  tree: StartNode;
  actions: TreeActions;
  menus: Menus;
  dragging: Dragging;
}
interface HolderProps extends PartProps {
  id: string;
  name: string;
  children: ReactNode;
}
/** A card that can be dragged, with its menu beside it. A branch is dropped on another branch of its fork. */
function Holder({ id, name, tree, actions, menus, dragging, children }: HolderProps) {
  const found = branchOf(tree, id);
  const { dragged, setDragged } = dragging;
  const isTarget = dragged !== null && dragged !== id && found !== undefined && branchOf(tree, dragged)?.fork === found.fork;
  const start = (event: DragEvent) => {
    event.stopPropagation();
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData('text/plain', name);
    setDragged(id);
  };
  const over = (event: DragEvent) => isTarget && event.preventDefault();
  const drop = (event: DragEvent) => {
    if (!isTarget || !found || dragged === null) return;
    event.preventDefault();
    actions.order(dragged, found.fork.branches.indexOf(found.branch));
    setDragged(null);
  };
  return (
    <div
      className={isTarget ? 'tree-hold is-target' : 'tree-hold'}
      draggable
      onDragStart={start}
      onDragEnd={() => setDragged(null)}
      onDragOver={over}
      onDrop={drop}
    >
      {children}
      <MenuButton className="tree-more" label={`“${name}”的操作`} place={id} items={menus.ofPlace} icon={MORE} />
    </div>
  );
}

function menuOf(id: string, tree: StartNode, actions: TreeActions): MenuProps['items'] {
  const found = branchOf(tree, id);
  const [before, after] = found ? ['左移', '右移'] : ['上移', '下移'];
  const [less, more] = found ? ['Alt ←', 'Alt →'] : ['Alt ↑', 'Alt ↓'];
  const item = (key: string, label: string, keys: string, onClick: () => void) => ({ key, label, extra: keys, onClick });
  const node: TreeNode | undefined = nodeOf(tree, id);
  const canPaste = found !== undefined || (node !== undefined && 'branches' in node);
  return [
    item('before', before, less, () => actions.shift(id, -1)),
    item('after', after, more, () => actions.shift(id, 1)),
    { type: 'divider' },
    item('copy', '复制', 'Ctrl C', () => actions.copy(id)),
    item('cut', '剪切', 'Ctrl X', () => actions.cut(id)),
    ...(canPaste ? [item('paste', '粘贴', 'Ctrl V', () => actions.paste(id))] : []),
    item('duplicate', '创建副本', 'Ctrl D', () => actions.duplicate(id)),
    { type: 'divider' },
    { ...item('remove', found ? '删除分支' : '删除', 'Delete', () => actions.remove(id)), danger: true },
  ];
}

/** The button on a line that adds a node; where a dragged one can stand it takes it. */
function Gap({ place, tree, actions, menus, dragging }: PartProps & { place: string }) {
  const { dragged, setDragged } = dragging;
  const [isOver, setOver] = useState(false);
  const isTarget = dragged !== null && canMove(tree, dragged, place);
  const drop = (event: DragEvent) => {
    setOver(false);
    if (!isTarget || dragged === null) return;
    event.preventDefault();
    actions.move(dragged, place);
    setDragged(null);
  };
  return (
    <div
      className={['tree-gap', isTarget && 'is-target', isTarget && isOver && 'is-over'].filter(Boolean).join(' ')}
      onDragOver={(event) => isTarget && event.preventDefault()}
      onDragEnter={() => setOver(true)}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <MenuButton className="tree-add" label="添加节点" placement="bottom" place={place} items={menus.ofGap} icon={PLUS} />
    </div>
  );
}

/** What can be put at a place: a new node, or what was copied. */
function kindsAt(place: string, actions: TreeActions): MenuProps['items'] {
  const kinds = KINDS.map(({ key, label }) => ({
    key,
    label,
    icon: <i aria-hidden="true">{iconOf(key)}</i>,
    onClick: () => actions.add(place, key),
  }));
  const paste = { key: 'paste', label: '粘贴', onClick: () => actions.paste(place) };
  return clipNow()?.kind === 'node' ? [...kinds, { type: 'divider' }, paste] : kinds;
}
