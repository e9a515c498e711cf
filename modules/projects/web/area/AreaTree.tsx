import { useDeferredValue, useMemo, useState } from 'react';
import { SearchInput } from '#kit/web/parts/SearchInput.tsx';
import { TreeList, type TreeListNode } from '#kit/web/parts/TreeList.tsx';
import { useBox } from '#kit/web/table/use-box.ts';
import { Tag } from '#kit/web/Tag.tsx';
import { buildTree, type Node } from '#kit/web/tree/tree-data.ts';
import type { AreaRow } from '../../contract/area.ts';
import { findAreas } from '../../core/area-search.ts';

type Row = AreaRow & { id: string };
/** A search that finds more than this stays folded below the first level. */
const OPEN_ALL = 400;

interface Props {
  rows: readonly AreaRow[];
  selected: string | null;
  onSelect: (code: string) => void;
}

/** All areas as a tree; only the rows in sight are drawn. */
export function AreaTree({ rows, selected, onSelect }: Props) {
  const [keyword, setKeyword] = useState('');
  const text = useDeferredValue(keyword.trim());
  const [opened, setOpened] = useState<readonly string[]>(() => pathOf(rows, selected));
  const [boxRef, box] = useBox();
  const { nodes, found, openForSearch } = useMemo(() => {
    const search = text === '' ? null : findAreas(rows, text);
    const shown = (search?.shown ?? rows).map((row): Row => ({ ...row, id: row.code }));
    const parents = new Set(shown.flatMap((row) => row.parentCode ?? []));
    const isMany = (search?.found.size ?? 0) > OPEN_ALL;
    return {
      nodes: buildTree(shown, (row) => row.parentCode),
      found: search?.found ?? null,
      openForSearch: search ? [...parents].filter((code) => !isMany || code.endsWith('0000')) : null,
    };
  }, [rows, text]);
  // folding while searching lasts as long as the search
  const [folded, setFolded] = useState<{ text: string; keys: readonly string[] } | null>(null);
  const expanded = openForSearch ? (folded?.text === text ? folded.keys : openForSearch) : opened;
  return (
    <aside className="list-tree area-tree">
      <SearchInput label="搜索行政区划" placeholder="搜索名称、拼音、首字母或代码" value={keyword} onChange={setKeyword} />
      {found && <div className="muted area-found">{found.size === 0 ? '没有匹配的区划' : `找到 ${found.size} 个`}</div>}
      <div className="area-nodes" ref={boxRef}>
        {box && (
          <TreeList
            label="行政区划"
            height={box.height}
            nodes={nodes.map((node) => treeNode(node, found))}
            expanded={expanded}
            onExpand={(keys) => (openForSearch ? setFolded({ text, keys }) : setOpened(keys))}
            selected={selected}
            onSelect={(code) => code !== null && onSelect(code)}
          />
        )}
      </div>
    </aside>
  );
}

/** Codes from the province down to an area: what must be open for it to be seen. */
function pathOf(rows: readonly AreaRow[], code: string | null): string[] {
  const byCode = new Map(rows.map((row) => [row.code, row]));
  const path: string[] = [];
  for (let at = byCode.get(code ?? ''); at; at = byCode.get(at.parentCode ?? '')) path.unshift(at.code);
  return path;
}

const treeNode = (node: Node<Row>, found: ReadonlySet<string> | null): TreeListNode => ({
  key: node.code,
  title: `${node.name} ${node.code}`,
  name: (
    <span className={node.status === '0' ? 'muted' : undefined}>
      {found?.has(node.code) ? <mark className="area-hit">{node.name}</mark> : node.name}
    </span>
  ),
  extra: node.status === '0' ? <Tag dot={false}>禁用</Tag> : node.code,
  children: node.children?.map((child) => treeNode(child, found)),
});
