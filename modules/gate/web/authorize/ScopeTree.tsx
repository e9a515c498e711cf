import { RightOutlined } from '@ant-design/icons';
import { Checkbox } from 'antd';
import { useDeferredValue, useState, type ReactNode } from 'react';
import { SearchInput } from '#kit/web/parts/SearchInput.tsx';
import { count } from '#kit/web/format.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall } from '#kit/web/use-call.ts';
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
interface Shared extends Omit<ScopeTreeProps, 'opened'> {
  readonly open: ReadonlySet<string>;
  readonly keyword: string;
  readonly onlyGranted: boolean;
  readonly onOpen: (key: string, isOpen: boolean) => void;
}

/** Tables shown of a schema before the rest is asked for. */
const MAX = 100;
const LAYER_NAMES: Record<string, string> = { ods: '贴源层', dwd: '明细层', dim: '维度层', dws: '汇总层', ads: '应用层' };
const LAYER = /(?:^|_)(ods|dwd|dim|dws|ads)$/u;

/** Sources, schemas and tables with three states, opened where the subject has grants. */
export function ScopeTree({ opened, ...props }: ScopeTreeProps) {
  const [own, setOwn] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [keyword, setKeyword] = useState('');
  const [onlyGranted, setOnlyGranted] = useState(false);
  const wanted = useDeferredValue(keyword.trim());
  const roots = useCall(api.authorize.objects, { query: {} });
  const open = new Set([...opened.filter((key) => own.get(key) !== false), ...[...own].flatMap(([key, isOpen]) => (isOpen ? [key] : []))]);
  const shared: Shared = {
    ...props,
    open,
    keyword: wanted,
    onlyGranted,
    onOpen: (key, isOpen) => setOwn((old) => new Map(old).set(key, isOpen)),
  };
  return (
    <section className="scope-tree" aria-label="授权范围">
      <div className="scope-tools">
        <SearchInput label="表名 / 中文名" value={keyword} onChange={setKeyword} />
        <div>
          <Checkbox checked={onlyGranted} onChange={(event) => setOnlyGranted(event.target.checked)}>
            只看已授权
          </Checkbox>
          <button type="button" className="text-button" onClick={() => setOwn(new Map(opened.map((key) => [key, false])))}>
            全部收起
          </button>
        </div>
      </div>
      <div className="scope-rows">
        {roots.isLoading && <StateView kind="loading" rows={6} />}
        {roots.error && <StateView kind="error" inline error={roots.error} onRetry={() => void roots.refetch()} />}
        {roots.data?.length === 0 && <StateView kind="empty" inline what="没有可以授权的数据源" />}
        <Rows objects={roots.data ?? []} above={[]} sourceName="" shared={shared} />
      </div>
      <p className="scope-note">粗体为直接授权；半选表示只授了下级一部分。</p>
    </section>
  );
}

interface RowsProps {
  objects: readonly GrantObject[];
  above: readonly string[];
  sourceName: string;
  shared: Shared;
}

function Rows({ objects, above, sourceName, shared }: RowsProps) {
  const [isWhole, setWhole] = useState(false);
  const places = objects.map((object): [GrantObject, Place, Mark] => {
    const place = placeOf(object, above, sourceName);
    return [object, place, shared.markOf(place)];
  });
  const kept = places.filter(([, , mark]) => !shared.onlyGranted || mark.state !== 'none');
  // what is granted comes first where a schema is long
  const sorted = kept.length > MAX ? kept.toSorted(([, , a], [, , b]) => Number(a.state === 'none') - Number(b.state === 'none')) : kept;
  const shown = isWhole ? sorted : sorted.slice(0, MAX);
  if (kept.length === 0 && objects.length > 0) return <p className="scope-none">没有已授权的{above.length === 0 ? '数据源' : '数据'}</p>;
  return (
    <ul>
      {shown.map(([object, place, mark]) => (
        <Row key={place.id} object={object} place={place} mark={mark} shared={shared} />
      ))}
      {kept.length > shown.length && (
        <li>
          <button type="button" className="text-button scope-more" onClick={() => setWhole(true)}>
            其余 {count(kept.length - shown.length)} 张
          </button>
        </li>
      )}
    </ul>
  );
}

export const placeOf = (object: GrantObject, above: readonly string[], sourceName: string): Place => ({
  type: object.type,
  id: object.id,
  name: object.comment && object.type === 'table' ? object.comment : object.name,
  above,
  sourceName: object.type === 'database' ? object.name : sourceName,
});

/** 2 / 29 of tables below, 字段 14 / 19 of a table. */
function countText(object: GrantObject, mark: Mark): ReactNode {
  if (object.type === 'table') return mark.covered === null ? null : `字段 ${mark.covered} / ${object.children}`;
  return `${count(mark.state === 'all' ? object.children : (mark.covered ?? 0))} / ${count(object.children)}`;
}

function Row({ object, place, mark, shared }: { object: GrantObject; place: Place; mark: Mark; shared: Shared }) {
  const key = keyOf(object.type, object.id);
  const isFolder = object.type === 'database' || object.type === 'schema';
  const isOpen = isFolder && (shared.open.has(key) || (shared.keyword !== '' && object.type === 'schema'));
  const layer = object.type === 'schema' ? (LAYER.exec(object.name.toLowerCase())?.[1] ?? null) : null;
  const isInherited = !mark.isOwn && mark.state === 'all';
  return (
    <li>
      <div className={shared.chosen === key ? 'scope-row chosen' : 'scope-row'} style={{ paddingLeft: 16 * place.above.length }}>
        {isFolder ? (
          <button
            type="button"
            className="scope-arrow"
            aria-label={`${isOpen ? '收起' : '展开'}${place.name}`}
            aria-expanded={isOpen}
            onClick={() => shared.onOpen(key, !isOpen)}
          >
            <RightOutlined rotate={isOpen ? 90 : 0} />
          </button>
        ) : (
          <span className="scope-arrow" />
        )}
        <Checkbox
          aria-label={`授权${place.name}`}
          checked={mark.state === 'all'}
          indeterminate={mark.state === 'part'}
          disabled={!shared.mayEdit || isInherited}
          onChange={(event) => shared.onTick(place, event.target.checked && !mark.isOwn)}
        />
        {layer && <i className={`scope-layer ${layer}`} aria-hidden />}
        <button
          type="button"
          className={mark.isOwn ? 'scope-name own' : 'scope-name'}
          title={object.comment ? `${object.name} ${object.comment}` : object.name}
          aria-current={shared.chosen === key ? 'true' : undefined}
          onClick={() => shared.onChoose(place)}
        >
          <span>{layer ? `${place.name} ${LAYER_NAMES[layer]}` : place.name}</span>
          <small>{countText(object, mark)}</small>
        </button>
      </div>
      {isOpen && <Branch object={object} place={place} shared={shared} />}
    </li>
  );
}

function Branch({ object, place, shared }: { object: GrantObject; place: Place; shared: Shared }) {
  const keyword = object.type === 'schema' && shared.keyword !== '' ? { keyword: shared.keyword } : {};
  const below = useCall(
    api.authorize.objects,
    { query: { parentType: object.type, parentId: object.id, ...keyword } },
    { staleTime: 30_000, keepPrevious: true },
  );
  if (below.error) return <StateView kind="error" inline error={below.error} onRetry={() => void below.refetch()} />;
  return (
    <Rows
      objects={below.data ?? []}
      above={[...place.above, keyOf(object.type, object.id)]}
      sourceName={place.sourceName}
      shared={shared}
    />
  );
}
