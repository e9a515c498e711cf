import { DownOutlined, UpOutlined } from '@ant-design/icons';
import { Tree, type TreeDataNode } from 'antd';
import { useMemo, useState } from 'react';
import { SearchInput } from '../parts/SearchInput.tsx';
import { count } from '../format.ts';
import { usePhone } from '../use-phone.ts';
import { buildTree, idsToLevel, withAncestors, type Node } from './tree-data.ts';

export interface PanelRow {
  id: string;
  name: string;
  parentId: string | null;
  /** grey number at the right edge */
  count?: number;
}
interface TreePanelProps {
  rows: readonly PanelRow[];
  /** 搜索部门 */
  placeholder: string;
  selected: string | null;
  /** null = the selected node was clicked again: no filter */
  onSelect: (id: string | null) => void;
  startLevel?: number;
}

const parentOf = (row: PanelRow) => row.parentId;

/** Tree beside a list that filters it; searching keeps ancestors. */
export function TreePanel({ rows, placeholder, selected, onSelect, startLevel = 1 }: TreePanelProps) {
  const [keyword, setKeyword] = useState('');
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const nodes = useMemo(() => {
    const found =
      keyword.trim() === '' ? rows : withAncestors(rows, (row) => row.name.toLowerCase().includes(keyword.trim().toLowerCase()), parentOf);
    return buildTree(found, parentOf);
  }, [rows, keyword]);
  const expanded = keyword ? idsToLevel(nodes, Infinity) : (chosen ?? idsToLevel(nodes, startLevel));
  const isPhone = usePhone();
  const [open, setOpen] = useState(false);
  const isFolded = isPhone && !open;
  const toggle = isPhone && (
    <button type="button" className="list-tree-toggle" aria-expanded={open} onClick={() => setOpen(!open)}>
      {rows.find((row) => row.id === selected)?.name ?? placeholder.replace(/^搜索/, '全部')}
      {open ? <UpOutlined /> : <DownOutlined />}
    </button>
  );
  if (isFolded) return <aside className="list-tree folded">{toggle}</aside>;
  return (
    <aside className="list-tree">
      {toggle}
      <SearchInput label={placeholder} value={keyword} onChange={setKeyword} />
      {nodes.length === 0 && keyword.trim() !== '' && <div className="blank">没有匹配的结果</div>}
      <Tree
        blockNode
        treeData={treeDataOf(nodes)}
        expandedKeys={[...expanded]}
        onExpand={(keys) => setChosen(keys.map(String))}
        selectedKeys={selected === null ? [] : [selected]}
        onSelect={(keys) => {
          onSelect(keys[0] === undefined ? null : String(keys[0]));
          setOpen(false);
        }}
        switcherIcon={<DownOutlined />}
      />
    </aside>
  );
}

const treeDataOf = (nodes: readonly Node<PanelRow>[]): TreeDataNode[] =>
  nodes.map((node) => ({
    key: node.id,
    title: (
      <span className="tree-node" title={node.name}>
        <span>{node.name}</span>
        {node.count !== undefined && <em>{count(node.count)}</em>}
      </span>
    ),
    children: node.children && treeDataOf(node.children),
  }));
