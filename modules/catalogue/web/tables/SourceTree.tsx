import { useDeferredValue, useState } from 'react';
import { SearchInput } from '#kit/web/parts/SearchInput.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { TreeList, type TreeListNode } from '#kit/web/parts/TreeList.tsx';
import { count } from '#kit/web/format.ts';
import { useBox } from '#kit/web/table/use-box.ts';
import { useBranches } from '#kit/web/tree/use-branches.ts';
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
/** The schema may have dots in its name, the id of the source has none. */
function splitKey(key: string): [sourceId: string, schema: string | undefined] {
  const dot = key.indexOf('.');
  return dot < 0 ? [key, undefined] : [key.slice(0, dot), key.slice(dot + 1)];
}
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
  const branches = useBranches<Node>(
    expanded.map((key) => {
      const [sourceId, schemaName] = splitKey(key);
      const query = schemaName === undefined ? { sourceId } : { sourceId, schemaName };
      return {
        key,
        queryKey: callKey(api.column.branch, { query }),
        read: (signal) => api.column.branch({ query }, { signal, quiet: true, overlay: false }),
      };
    }),
  );
  const draw = (nodes: readonly Node[]): TreeListNode[] =>
    nodes.map((node) => ({
      ...listed(node),
      isLoading: keyword === '' && branches.loading.has(node.id),
      children: node.type === 'table' ? undefined : branches.below.get(node.id) && draw(branches.below.get(node.id)!),
    }));
  const all = keyword === '' ? roots : (found.data ?? []);
  const byId = new Map([...all, ...[...branches.below.values()].flatMap((rows) => rows ?? [])].map((node) => [node.id, node]));
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
        {branches.error && <StateView kind="error" inline error={branches.error} onRetry={branches.retry} />}
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
