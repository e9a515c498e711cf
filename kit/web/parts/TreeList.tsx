import { DownOutlined, LoadingOutlined } from '@ant-design/icons';
import { Tree, type TreeDataNode } from 'antd';
import type { ReactNode } from 'react';
import './tree-list.css';

export interface TreeListNode {
  key: string;
  name: ReactNode;
  /** full text as tooltip, when `name` is truncated or no plain text */
  title?: string;
  /** grey at the right edge: a count, a code, a tag */
  extra?: ReactNode;
  icon?: ReactNode;
  /** the right was granted on this node, not inherited */
  bold?: boolean;
  disabled?: boolean;
  /** its check mark cannot be changed, the node can still be selected */
  isFixed?: boolean;
  /** false = only its children can be selected */
  selectable?: boolean;
  /** makes the row something that can be dragged: its data by type */
  drag?: Readonly<Record<string, string>>;
  /** false = has children that are not loaded yet */
  isLeaf?: boolean;
  /** children are loading: spinner instead of the arrow */
  isLoading?: boolean;
  children?: readonly TreeListNode[] | undefined;
}

interface TreeListProps {
  /** 部门: what the tree holds */
  label: string;
  nodes: readonly TreeListNode[];
  expanded: readonly string[];
  onExpand: (keys: string[]) => void;
  selected?: string | readonly string[] | null | undefined;
  /** null = the selected node was clicked again; `clicked` says which */
  onSelect?: (key: string | null, clicked: string) => void;
  /** tri-state checkboxes, controlled by the caller */
  checked?: { checked: string[]; halfChecked: string[] };
  onCheck?: (key: string, isOn: boolean) => void;
  disabled?: boolean;
  /** height in pixels; enables virtual scrolling */
  height?: number | undefined;
  onDoubleClick?: (key: string) => void;
}

/** A tree as a list: rows of 32 px, indentation of 16 px, arrow keys, counts at the right edge. */
export function TreeList(props: TreeListProps) {
  const { label, nodes, expanded, onExpand, selected, onSelect, checked, onCheck, disabled, height, onDoubleClick } = props;
  return (
    <Tree
      className="tree-list"
      blockNode
      aria-label={label}
      virtual={height !== undefined}
      height={height}
      disabled={disabled}
      treeData={nodes.map(treeNode)}
      expandedKeys={[...expanded]}
      onExpand={(keys) => onExpand(keys.map(String))}
      // children are loaded on expansion; without `loadData` antd draws no arrow for nodes without loaded children
      loadData={neverLoads}
      selectable={onSelect !== undefined}
      selectedKeys={[selected ?? []].flat()}
      onSelect={(_, { node, selected: isOn }) => onSelect?.(isOn ? String(node.key) : null, String(node.key))}
      checkable={checked !== undefined}
      checkStrictly
      checkedKeys={checked ? { checked: checked.checked, halfChecked: checked.halfChecked } : []}
      onCheck={(_, { node, checked: isOn }) => onCheck?.(String(node.key), isOn)}
      onDoubleClick={(_, node) => onDoubleClick?.(String(node.key))}
      switcherIcon={<DownOutlined />}
    />
  );
}

const neverLoads = (): Promise<void> => Promise.resolve();

const treeNode = (node: TreeListNode): TreeDataNode => ({
  key: node.key,
  disabled: node.disabled,
  selectable: node.selectable,
  disableCheckbox: node.isFixed ?? false,
  isLeaf: node.isLeaf ?? !(node.children && node.children.length > 0),
  ...(node.isLoading && { switcherIcon: <LoadingOutlined aria-label="读取中" /> }),
  title: (
    <span
      className={node.bold ? 'tree-node bold' : 'tree-node'}
      title={node.title ?? (typeof node.name === 'string' ? node.name : undefined)}
      draggable={node.drag !== undefined}
      onDragStart={(event) => {
        for (const [type, data] of Object.entries(node.drag ?? {})) event.dataTransfer.setData(type, data);
      }}
    >
      {node.icon}
      <span>{node.name}</span>
      {node.extra !== undefined && <em>{node.extra}</em>}
    </span>
  ),
  ...(node.children && { children: node.children.map(treeNode) }),
});
