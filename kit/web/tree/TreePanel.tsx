import { useMemo, useState } from 'react';
import { SearchInput } from '../parts/SearchInput.tsx';
import { SidePanel } from '../parts/SidePanel.tsx';
import { StateView } from '../parts/StateView.tsx';
import { TreeList, type TreeListNode } from '../parts/TreeList.tsx';
import { count } from '../format.ts';
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
  /** name of a first row that stands for no filter: 全部 */
  all?: string;
}
/** stands for no filter; ids are never that */
const ALL = '*';

const parentOf = (row: PanelRow) => row.parentId;

/** Tree beside a list that filters it; searching keeps ancestors. */
export function TreePanel({ rows, placeholder, selected, onSelect, startLevel = 1, all }: TreePanelProps) {
  const [keyword, setKeyword] = useState('');
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const nodes = useMemo(() => {
    const found =
      keyword.trim() === '' ? rows : withAncestors(rows, (row) => row.name.toLowerCase().includes(keyword.trim().toLowerCase()), parentOf);
    return buildTree(found, parentOf);
  }, [rows, keyword]);
  const expanded = keyword ? idsToLevel(nodes, Infinity) : (chosen ?? idsToLevel(nodes, startLevel));
  return (
    <SidePanel chosen={rows.find((row) => row.id === selected)?.name ?? placeholder.replace(/^搜索/, '全部')}>
      {(close) => (
        <>
          <SearchInput label={placeholder} value={keyword} onChange={setKeyword} />
          {nodes.length === 0 && keyword.trim() !== '' && <StateView kind="empty" inline what="没有匹配的结果" />}
          <TreeList
            label={placeholder.replace(/^搜索/, '')}
            nodes={[...(all !== undefined && keyword.trim() === '' ? [{ key: ALL, name: all }] : []), ...nodes.map(treeNode)]}
            expanded={expanded}
            onExpand={setChosen}
            selected={selected ?? (all === undefined ? null : ALL)}
            onSelect={(id) => {
              onSelect(id === ALL ? null : id);
              close();
            }}
          />
        </>
      )}
    </SidePanel>
  );
}

const treeNode = (node: Node<PanelRow>): TreeListNode => ({
  key: node.id,
  name: node.name,
  extra: node.count === undefined ? undefined : count(node.count),
  children: node.children?.map(treeNode),
});
