import { useMemo, useState } from 'react';
import { SearchInput } from '#kit/web/parts/SearchInput.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { TreeList, type TreeListNode } from '#kit/web/parts/TreeList.tsx';
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
          <TreeList
            label="表与字段"
            height={box.height}
            nodes={nodes}
            expanded={chosen ?? schemas}
            onExpand={setChosen}
            onDoubleClick={(key) => {
              const text = inserts.get(key);
              if (text) onInsert(text);
            }}
          />
        )}
      </div>
    </aside>
  );
}

function treeOf(catalogue: Catalogue | undefined, keyword: string) {
  const bySchema = new Map<string, TreeListNode[]>();
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
      ...named(table.tableName, table.tableComment),
      children: columns.map((column) => {
        const key = `${table.id}.${column.name}`;
        inserts.set(key, quote(column.name));
        return { key, ...named(column.name, column.comment ?? column.type), isLeaf: true };
      }),
    });
  }
  const nodes = [...bySchema].map(([schema, children]): TreeListNode => ({
    key: `schema:${schema}`,
    ...named(schema, `${children.length}`),
    children,
  }));
  return { nodes, schemas: nodes.map((node) => node.key), inserts };
}

const named = (name: string, note: string | null) => ({
  name: <span className="mono">{name}</span>,
  title: note ? `${name} ${note}（双击放入编辑器）` : `${name}（双击放入编辑器）`,
  extra: <span className="cut">{note}</span>,
});
