import { Checkbox } from 'antd';
import { useDeferredValue, useState } from 'react';
import { SearchInput } from '#kit/web/parts/SearchInput.tsx';
import { count } from '#kit/web/format.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { TreeList, type TreeListNode } from '#kit/web/parts/TreeList.tsx';
import { useBox } from '#kit/web/table/use-box.ts';
import { useBranches } from '#kit/web/tree/use-branches.ts';
import { callKey, useCall } from '#kit/web/use-call.ts';
import type { GrantObject } from '../../contract/authorize.ts';
import { api } from '../api.ts';
import { keyOf, type Place } from './drafts.ts';

/** What the tree shows of an object. */
export interface Mark {
  /** all = granted here; part = below it, or some columns */
  readonly state: 'all' | 'part' | 'none';
  /** a grant stands on this very object */
  readonly isOwn: boolean;
  /** what is covered of it: tables, columns of a table */
  readonly covered: number | null;
}
interface ScopeTreeProps {
  /** places opened at first: those above the grants */
  opened: readonly string[];
  chosen: string | null;
  markOf: (place: Place) => Mark;
  mayEdit: boolean;
  onChoose: (place: Place) => void;
  onTick: (place: Place, isOn: boolean) => void;
}
const LAYER_NAMES: Record<string, string> = { ods: '贴源层', dwd: '明细层', dim: '维度层', dws: '汇总层', ads: '应用层' };
const LAYER = /(?:^|_)(ods|dwd|dim|dws|ads)$/u;

/** Sources, schemas and tables with three states, opened where the subject has grants. */
export function ScopeTree({ opened, chosen, markOf, mayEdit, onChoose, onTick }: ScopeTreeProps) {
  const [expanded, setExpanded] = useState<readonly string[]>(opened);
  const [keyword, setKeyword] = useState('');
  const [onlyGranted, setOnlyGranted] = useState(false);
  const [ref, box] = useBox();
  const wanted = useDeferredValue(keyword.trim());
  const roots = useCall(api.authorize.objects, { query: {} });
  const { nodes, places, branches, open } = useScope(roots.data ?? [], expanded, wanted, { markOf, mayEdit, onlyGranted });
  return (
    <section className="scope-tree" aria-label="授权范围">
      <div className="scope-tools">
        <SearchInput label="表名 / 中文名" value={keyword} onChange={setKeyword} />
        <div>
          <Checkbox checked={onlyGranted} onChange={(event) => setOnlyGranted(event.target.checked)}>
            只看已授权
          </Checkbox>
          <button type="button" className="text-button" onClick={() => setExpanded([])}>
            全部收起
          </button>
        </div>
      </div>
      <div className="scope-rows" ref={ref}>
        {roots.isLoading && <StateView kind="loading" rows={6} />}
        {roots.error && <StateView kind="error" inline error={roots.error} onRetry={() => void roots.refetch()} />}
        {branches.error && <StateView kind="error" inline error={branches.error} onRetry={branches.retry} />}
        {roots.data && nodes.length === 0 && (
          <StateView kind="empty" inline what={roots.data.length === 0 ? '没有可以授权的数据源' : '没有已授权的数据源'} />
        )}
        {nodes.length > 0 && (
          <TreeList
            label="授权范围"
            height={box?.height}
            nodes={nodes}
            expanded={open}
            onExpand={setExpanded}
            selected={chosen}
            onSelect={(_, clicked) => onChoose(places.get(clicked)!.place)}
            checked={{ checked: keysIn(places, 'all'), halfChecked: keysIn(places, 'part') }}
            onCheck={(key, isOn) => {
              const { place, mark } = places.get(key)!;
              onTick(place, isOn && !mark.isOwn);
            }}
          />
        )}
      </div>
      <p className="scope-note">粗体为直接授权；半选表示只授了下级一部分。</p>
    </section>
  );
}

interface Placed {
  readonly place: Place;
  readonly mark: Mark;
}
const keysIn = (places: ReadonlyMap<string, Placed>, state: Mark['state']): string[] =>
  [...places].flatMap(([key, { mark }]) => (mark.state === state ? [key] : []));

interface Rules {
  markOf: (place: Place) => Mark;
  mayEdit: boolean;
  onlyGranted: boolean;
}

/** What is loaded of the tree; a keyword is asked for in every schema of the opened sources. */
function useScope(roots: readonly GrantObject[], expanded: readonly string[], keyword: string, { markOf, mayEdit, onlyGranted }: Rules) {
  const sources = useBranches<GrantObject>(expanded.filter((key) => key.startsWith('database:')).map((key) => branchOf(key, '')));
  const found = [...sources.below.values()].flatMap((objects) => objects?.map((object) => keyOf(object.type, object.id)) ?? []);
  const opened = keyword === '' ? expanded.filter((key) => key.startsWith('schema:')) : found;
  const schemas = useBranches<GrantObject>(opened.map((key) => branchOf(key, keyword)));
  const branches = {
    below: new Map([...sources.below, ...schemas.below]),
    loading: new Set([...sources.loading, ...schemas.loading]),
    error: sources.error ?? schemas.error,
    retry: () => [sources, schemas].forEach(({ retry }) => retry()),
  };
  const places = new Map<string, Placed>();
  const draw = (objects: readonly GrantObject[], above: readonly string[], sourceName: string): TreeListNode[] =>
    objects.flatMap((object) => {
      const place = placeOf(object, above, sourceName);
      const mark = markOf(place);
      if (onlyGranted && mark.state === 'none') return [];
      const key = keyOf(object.type, object.id);
      const children = branches.below.get(key);
      places.set(key, { place, mark });
      return {
        ...listed(object, place, mark),
        key,
        bold: mark.isOwn,
        isFixed: !mayEdit || (!mark.isOwn && mark.state === 'all'),
        isLeaf: object.type === 'table',
        isLoading: branches.loading.has(key),
        children: children && draw(children, [...above, key], place.sourceName),
      };
    });
  return { nodes: draw(roots, [], ''), places, branches, open: keyword === '' ? expanded : [...expanded, ...found] };
}

/** Where the children of a source or schema come from; only those of a schema can be searched. */
function branchOf(key: string, keyword: string) {
  const at = key.indexOf(':');
  const query = {
    parentType: key.slice(0, at) as 'database' | 'schema',
    parentId: key.slice(at + 1),
    ...(keyword !== '' && { keyword }),
  };
  return {
    key,
    queryKey: callKey(api.authorize.objects, { query }),
    read: (signal: AbortSignal) => api.authorize.objects({ query }, { signal, quiet: true, overlay: false }),
  };
}

export const placeOf = (object: GrantObject, above: readonly string[], sourceName: string): Place => ({
  type: object.type,
  id: object.id,
  name: object.comment && object.type === 'table' ? object.comment : object.name,
  above,
  sourceName: object.type === 'database' ? object.name : sourceName,
});

/** 2 / 29 of tables below, 字段 14 / 19 of a table. */
function countText(object: GrantObject, mark: Mark): string | undefined {
  if (object.type === 'table') return mark.covered === null ? undefined : `字段 ${mark.covered} / ${object.children}`;
  return `${count(mark.state === 'all' ? object.children : (mark.covered ?? 0))} / ${count(object.children)}`;
}

function listed(object: GrantObject, place: Place, mark: Mark) {
  const layer = object.type === 'schema' ? (LAYER.exec(object.name.toLowerCase())?.[1] ?? null) : null;
  return {
    name: layer ? `${place.name} ${LAYER_NAMES[layer]}` : place.name,
    title: object.comment ? `${object.name} ${object.comment}` : object.name,
    icon: layer && <i className={`scope-layer ${layer}`} aria-hidden />,
    extra: countText(object, mark),
  };
}
