import { Tree, type TreeDataNode } from 'antd';
import { useMemo, useState } from 'react';
import { SearchInput } from '#kit/web/parts/SearchInput.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useBox } from '#kit/web/table/use-box.ts';
import type { CallReply } from '#kit/web/use-call.ts';
import type { api } from './api.ts';
import { written } from '#kit/web/sql/dialect.ts';

type Catalogue = CallReply<typeof api.console.completion>;

/** Tables and columns of the source; a double click puts the name into the editor. */
export function CatalogueTree({ catalogue, onInsert }: { catalogue: Catalogue | undefined; onInsert: (text: string) => void }) {
  const [keyword, setKeyword] = useState('');
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const [ref, box] = useBox();
  const { nodes, schemas, inserts } = useMemo(() => treeOf(catalogue, keyword.trim().toLowerCase()), [catalogue, keyword]);
  return (
    <aside className="console-tree">
      <SearchInput label="搜索表或字段" size="small" value={keyword} onChange={setKeyword} />
      <div className="console-tree-body" ref={ref}>
        {catalogue && nodes.length === 0 && <StateView kind="empty" inline what={keyword ? '没有匹配的表' : '还没有同步元数据'} />}
        {box && (
          <Tree
            blockNode
            virtual
            height={box.height}
            treeData={nodes}
            selectable={false}
            expandedKeys={[...(chosen ?? schemas)]}
            onExpand={(keys) => setChosen(keys.map(String))}
            onDoubleClick={(_, node) => {
              const text = inserts.get(String(node.key));
              if (text) onInsert(text);
            }}
          />
        )}
      </div>
    </aside>
  );
}

function treeOf(catalogue: Catalogue | undefined, keyword: string) {
  const bySchema = new Map<string, TreeDataNode[]>();
  const inserts = new Map<string, string>();
  const quote = (name: string) => written(name, catalogue?.dialect);
  for (const table of catalogue?.tables ?? []) {
    const hit = (text: string | null) => text?.toLowerCase().includes(keyword) ?? false;
    const isTable = keyword === '' || hit(table.tableName) || hit(table.tableComment);
    const columns = isTable ? table.columns : table.columns.filter((column) => hit(column.name) || hit(column.comment));
    if (!isTable && columns.length === 0) continue;
    const list = bySchema.get(table.schemaName) ?? [];
    bySchema.set(table.schemaName, list);
    inserts.set(table.id, `${quote(table.schemaName)}.${quote(table.tableName)}`);
    list.push({
      key: table.id,
      title: <Line name={table.tableName} note={table.tableComment} />,
      children: columns.map((column) => {
        const key = `${table.id}.${column.name}`;
        inserts.set(key, quote(column.name));
        return { key, title: <Line name={column.name} note={column.comment ?? column.type} />, isLeaf: true };
      }),
    });
  }
  const nodes = [...bySchema].map(([schema, children]): TreeDataNode => ({
    key: `schema:${schema}`,
    title: <Line name={schema} note={`${children.length}`} />,
    children,
  }));
  return { nodes, schemas: nodes.map((node) => String(node.key)), inserts };
}

const Line = ({ name, note }: { name: string; note: string | null }) => (
  <span className="tree-node" title={note ? `${name} ${note}（双击放入编辑器）` : `${name}（双击放入编辑器）`}>
    <span className="mono">{name}</span>
    <em className="cut">{note}</em>
  </span>
);
