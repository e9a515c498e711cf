import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { count } from '#kit/web/format.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Slot } from '#kit/web/slots/Slot.tsx';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { OBJECT_LABELS } from '#modules/lineage/contract/lineage-shapes.ts';
import { api } from '../api.ts';
import './uses.css';

export type UsesOf = { elementId: string } | { typeId: string };
type Uses = CallReply<typeof api.standardUses.ofElement>;

/** Nearest to people last: what is looked at is made of what is prepared. */
const KINDS = ['dataset', 'chart', 'board', 'screen', 'api', 'form', 'extract'] as const;
/** Entries of one kind that are listed before somebody asks for all of them. */
const FIRST = 6;

/** What is made of the columns of a standard, kind by kind with the way to each, and what other modules add. */
export function UsesList({ of }: { of: UsesOf }) {
  const ofElement = useCall(
    api.standardUses.ofElement,
    { params: { id: 'elementId' in of ? of.elementId : '' } },
    { enabled: 'elementId' in of },
  );
  const ofType = useCall(api.standardUses.ofType, { params: { id: 'typeId' in of ? of.typeId : '' } }, { enabled: 'typeId' in of });
  const { data, error, refetch } = 'elementId' in of ? ofElement : ofType;
  return (
    <section className="uses" aria-label="下游影响">
      <h3>下游影响</h3>
      {error && <StateView kind="error" inline error={error} onRetry={() => void refetch()} />}
      {!data && !error && <StateView kind="loading" shape="rows" rows={2} />}
      {data && <Objects uses={data} />}
      <Slot name="standard.impact" of={of} />
    </section>
  );
}

/** What lineage finds behind the columns; a kind without any has no list. */
export function Objects({ uses: { items, hidden } }: { uses: Uses }) {
  if (items.length + hidden === 0) return <p className="muted">血缘中没有由这些字段产生的数据集、图表或看板。</p>;
  return (
    <>
      {KINDS.map((kind) => {
        const own = items.filter((item) => item.kind === kind);
        if (own.length === 0) return null;
        return <Kind key={kind} label={OBJECT_LABELS[kind] ?? kind} items={own} />;
      })}
      {hidden > 0 && <p className="muted">另有 {count(hidden)} 个下游对象无权查看。</p>}
    </>
  );
}

function Kind({ label, items }: { label: string; items: Uses['items'] }) {
  const [most, setMost] = useState(FIRST);
  return (
    <section aria-label={label}>
      <h3>
        {label} <span className="muted">{count(items.length)}</span>
      </h3>
      <ul>
        {items.slice(0, most).map(({ id, name, path, distance }) => (
          <li key={id}>
            {path ? <Link to={path}>{name}</Link> : <span>{name}</span>}
            <span className="muted">{distance === 1 ? '直接使用' : `相隔 ${distance} 步`}</span>
          </li>
        ))}
      </ul>
      {items.length > most && (
        <Button type="link" size="small" onClick={() => setMost(items.length)}>
          显示全部 {count(items.length)} 个
        </Button>
      )}
    </section>
  );
}
