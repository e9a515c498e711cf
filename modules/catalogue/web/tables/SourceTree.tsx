import { useDeferredValue, useState } from 'react';
import { useQueries } from '@tanstack/react-query';
import { SearchInput } from '#kit/web/parts/SearchInput.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { TreeList, type TreeListNode } from '#kit/web/parts/TreeList.tsx';
import { count } from '#kit/web/format.ts';
import { useBox } from '#kit/web/table/use-box.ts';
import { callKey, useCall, type CallReply } from '#kit/web/use-call.ts';
import { api } from '../api.ts';

type Node = CallReply<typeof api.column.branch>[number];
/** What is chosen: nothing, a source, a schema of it, or a table. */
export interface Place {
  readonly sourceId?: string | undefined;
  readonly schemaName?: string | undefined;
  readonly tableId?: string | undefined;
}
interface Props {
  place: Place;
  onChange: (place: Place) => void;
}

const schemaKey = (sourceId: string, schema: string) => `${sourceId}.${schema}`;
const FRESH = 60_000;

/** Source → schema → table, loaded as it is opened; ten thousand tables of a schema are drawn as they scroll by. */
export function SourceTree({ place, onChange }: Props) {
  const [typed, setTyped] = useState('');
  const keyword = useDeferredValue(typed.trim());
  const [opened, setOpened] = useState<readonly string[] | null>(null);
  const [boxRef, box] = useBox();
  const sources = useCall(api.column.branch, { query: {} }, { staleTime: FRESH });
  const found = useCall(api.column.branch, { query: { keyword } }, { enabled: keyword !== '', staleTime: FRESH, keepPrevious: true });
  const roots = sources.data ?? [];
  const start = place.sourceId
    ? [place.sourceId, ...(place.schemaName ? [schemaKey(place.sourceId, place.schemaName)] : [])]
    : roots.length === 1
      ? [roots[0]!.id]
      : [];
  const expanded = opened ?? start;
  const wanted = expanded.flatMap((key) => {
    const dot = key.indexOf('.');
    return [dot < 0 ? { sourceId: key } : { sourceId: key.slice(0, dot), schemaName: key.slice(dot + 1) }];
  });
  const branches = useQueries({
    queries: wanted.map((query) => ({
      queryKey: callKey(api.column.branch, { query }),
      queryFn: ({ signal }: { signal: AbortSignal }) => api.column.branch({ query }, { signal, quiet: true, overlay: false }),
      staleTime: FRESH,
    })),
  });
  const children = new Map(
    wanted.map((query, i) => [
      query.schemaName === undefined ? query.sourceId : schemaKey(query.sourceId, query.schemaName),
      branches[i]?.data,
    ]),
  );
  const draw = (nodes: readonly Node[]): TreeListNode[] =>
    nodes.map((node) => {
      const kids = node.type === 'table' ? undefined : children.get(node.id);
      const isLoading = node.type !== 'table' && expanded.includes(node.id) && kids === undefined && keyword === '';
      return { ...listed(node), isLoading, children: kids && draw(kids) };
    });
  const all = keyword === '' ? roots : (found.data ?? []);
  const byId = new Map([...all, ...branches.flatMap((branch) => branch.data ?? [])].map((node) => [node.id, node]));
  const choose = (key: string | undefined) => {
    const node = key === undefined ? undefined : byId.get(key);
    if (!node) onChange({});
    else if (node.type === 'database') onChange({ sourceId: node.id });
    else if (node.type === 'schema') onChange({ sourceId: node.sourceId, schemaName: node.name });
    else onChange({ sourceId: node.sourceId, schemaName: node.schemaName ?? undefined, tableId: node.id });
  };
  const selected = place.tableId ?? (place.schemaName && place.sourceId ? schemaKey(place.sourceId, place.schemaName) : place.sourceId);
  return (
    <aside className="list-tree source-tree">
      <SearchInput label="搜索表名、中文名" value={typed} onChange={setTyped} busy={found.isFetching} />
      <div className="source-tree-box" ref={boxRef}>
        {sources.error && <StateView kind="error" error={sources.error} onRetry={() => void sources.refetch()} />}
        {sources.isLoading && <StateView kind="loading" rows={6} />}
        {sources.data && all.length === 0 && !found.isFetching && (
          <StateView kind="empty" inline what={keyword === '' ? '还没有可以查看的表' : '没有匹配的表'} />
        )}
        {all.length > 0 && (
          <TreeList
            label="数据源与表"
            height={box?.height}
            nodes={draw(all)}
            expanded={keyword === '' ? expanded : []}
            onExpand={setOpened}
            selected={selected}
            onSelect={(key) => choose(key ?? undefined)}
          />
        )}
      </div>
    </aside>
  );
}

function listed(node: Node): TreeListNode {
  return {
    key: node.id,
    isLeaf: node.type === 'table',
    title: node.type === 'table' ? `${node.schemaName}.${node.name}${node.comment ? `（${node.comment}）` : ''}` : node.name,
    name: (
      <>
        {node.name}
        {node.comment && <small className="muted"> {node.comment}</small>}
      </>
    ),
    extra: count(node.count),
  };
}
