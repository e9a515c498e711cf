import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { count } from '#kit/web/format.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useUnsaved } from '#kit/web/unsaved.tsx';
import { useCall, useWrite } from '#kit/web/use-call.ts';
import type { SubjectGrants, SubjectType } from '../../contract/authorize.ts';
import { api } from '../api.ts';
import {
  changesOf,
  draftText,
  heldRights,
  keyOf,
  NOTHING,
  sameRights,
  USUAL,
  type Drafts,
  type Held,
  type Place,
  type Rights,
} from './drafts.ts';
import { EffectivePanel } from './EffectivePanel.tsx';
import { RightsPanel } from './RightsPanel.tsx';
import { ScopeTree, type Mark } from './ScopeTree.tsx';
import { SubjectHead } from './SubjectHead.tsx';
import { useGrants, type GrantRow } from './use-grants.ts';
import './studio.css';

/** The grants of one subject: where they are, what each gives, what comes of it; changes are saved together. */
export function GrantStudio({ subject: wanted }: { subject: { type: SubjectType; id: string } }) {
  const subject = useCall(api.authorize.subject, { params: wanted });
  const grants = useGrants(wanted);
  const error = subject.error ?? grants.error;
  const retry = () => {
    void subject.refetch();
    void grants.refetch();
  };
  if (error)
    return (
      <div className="grant-studio blank-studio">
        <StateView kind="error" error={error} onRetry={retry} />
      </div>
    );
  if (!subject.data || !grants.data)
    return (
      <div className="grant-studio blank-studio">
        <StateView kind="loading" rows={12} />
      </div>
    );
  return <Studio subject={subject.data} grants={grants.data} onSaved={() => Promise.all([subject.refetch(), grants.refetch()])} />;
}

/** Where a grant lies; a column stands for its table. The name is the object's own until the tree knows better. */
function placeOfGrant(grant: GrantRow): Place {
  const [schema = '', ...rest] = (grant.objectName ?? '').split('.');
  const source = keyOf('database', grant.sourceId);
  const { sourceName } = grant;
  if (grant.objectType === 'database') return { type: 'database', id: grant.objectId, name: sourceName, above: [], sourceName };
  if (grant.objectType === 'schema') return { type: 'schema', id: grant.objectId, name: schema, above: [source], sourceName };
  return {
    type: 'table',
    id: grant.tableId ?? grant.objectId,
    name: rest[0] ?? '已删除',
    above: [source, keyOf('schema', `${grant.sourceId}.${schema}`)],
    sourceName,
  };
}

interface StudioProps {
  subject: SubjectGrants;
  grants: readonly GrantRow[];
  onSaved: () => Promise<unknown>;
}

/** What is changed and not saved, by object. */
function useDrafts(subject: SubjectGrants, held: ReadonlyMap<string, Held>, onSaved: () => Promise<unknown>) {
  const [drafts, setDrafts] = useState<Drafts>(new Map());
  const save = useWrite(api.authorize.saveSubject, { refreshes: [api.authorize.page, api.authorize.subjects] });
  useUnsaved(drafts.size > 0);

  const heldAt = (key: string): Held => held.get(key) ?? NOTHING;
  const rightsAt = (key: string): Rights | null => (drafts.has(key) ? drafts.get(key)!.rights : heldAt(key).rights);
  const set = (at: Place, rights: Rights | null) => {
    const key = keyOf(at.type, at.id);
    const next = new Map(drafts);
    if (sameRights(rights, heldAt(key).rights)) next.delete(key);
    else next.set(key, { place: at, held: heldAt(key), rights });
    setDrafts(next);
  };
  const submit = async () => {
    const body = { subjectType: subject.type, subjectId: subject.id, grant: [], revoke: [], ...changesOf(drafts) };
    // a refusal has been told already: what was ticked stays, to be saved again
    const reply = await save.mutateAsync({ body }).catch(() => null);
    if (!reply) return;
    await onSaved();
    setDrafts(new Map());
    toast.success(`已保存：新增${reply.added}项，修改${reply.changed}项，移除${reply.removed}项，立即生效`);
  };
  return { drafts, heldAt, rightsAt, set, drop: () => setDrafts(new Map()), submit, isBusy: save.isPending };
}

function Studio({ subject, grants, onSaved }: StudioProps) {
  const mayEdit = useCan()(api.authorize.saveSubject);
  const held = useMemo(() => heldRights(grants), [grants]);
  const places = useMemo(() => grants.map(placeOfGrant), [grants]);
  // the tree opens where the grants were when the subject was chosen
  const [opened] = useState(() => [...new Set(places.flatMap((place) => place.above))]);
  const [place, setPlace] = useState<Place | null>(() => places.find((one) => one.type === 'table') ?? places[0] ?? null);
  const { drafts, heldAt, rightsAt, set, drop, submit, isBusy } = useDrafts(subject, held, onSaved);
  const markOf = (at: Place): Mark => markOfPlace(at, { subject, rightsAt, drafts });
  const key = place && keyOf(place.type, place.id);
  return (
    <div className="grant-studio">
      <SubjectHead subject={subject} />
      <ScopeTree
        opened={opened}
        chosen={key}
        markOf={markOf}
        mayEdit={mayEdit}
        onChoose={setPlace}
        onTick={(at, isOn) => {
          setPlace(at);
          set(at, isOn ? (heldAt(keyOf(at.type, at.id)).rights ?? USUAL) : null);
        }}
      />
      {place && key ? (
        <RightsPanel
          place={place}
          held={heldAt(key)}
          rights={rightsAt(key)}
          inherited={nameOfGranted(place, rightsAt)}
          mayEdit={mayEdit}
          onChange={(rights, name) => set({ ...place, name }, rights)}
        />
      ) : (
        <section className="rights-panel" aria-label="授权">
          <StateView kind="empty" what="还没有授权" why={`在左侧勾选“${subject.name}”可以使用的数据源、模式或表。`} />
        </section>
      )}
      <EffectivePanel subject={subject} place={place} />
      {drafts.size > 0 && <Foot drafts={drafts} people={subject.people} isBusy={isBusy} onDrop={drop} onSave={() => void submit()} />}
    </div>
  );
}

/** The nearest place above with rights of its own. */
function nameOfGranted(place: Place, rightsAt: (key: string) => Rights | null): string | null {
  const key = place.above.findLast((one) => rightsAt(one) !== null);
  if (!key) return null;
  return key.startsWith('database:') ? place.sourceName : key.slice(key.indexOf('.') + 1);
}

interface Known {
  subject: SubjectGrants;
  rightsAt: (key: string) => Rights | null;
  drafts: Drafts;
}

function markOfPlace(at: Place, { subject, rightsAt, drafts }: Known): Mark {
  const key = keyOf(at.type, at.id);
  const own = rightsAt(key);
  const isAll = (own !== null && own.columns === null) || at.above.some((one) => rightsAt(one) !== null);
  if (at.type === 'table') {
    const part = own?.columns?.length ?? null;
    return { state: isAll ? 'all' : part === null ? 'none' : 'part', isOwn: own !== null, covered: isAll ? null : part };
  }
  const covered = subject.places.find((one) => one.type === at.type && one.id === at.id)?.tables ?? 0;
  const isBelow = covered > 0 || [...drafts.values()].some((draft) => draft.rights !== null && draft.place.above.includes(key));
  return { state: isAll ? 'all' : isBelow ? 'part' : 'none', isOwn: own !== null, covered };
}

interface FootProps {
  drafts: Drafts;
  people: number;
  isBusy: boolean;
  onDrop: () => void;
  onSave: () => void;
}

/** What is not saved yet and whom it will touch. */
function Foot({ drafts, people, isBusy, onDrop, onSave }: FootProps) {
  const text = [...drafts.values()].map((draft) => `${draft.place.name} ${draftText(draft)}`).join('；');
  return (
    <footer className="grant-foot">
      <i aria-hidden />
      <span className="cut" title={text}>
        {drafts.size} 处未保存：{text}
      </span>
      <small>保存后 {count(people)} 人下一次查询时生效</small>
      <span className="grow" />
      <Button onClick={onDrop}>放弃</Button>
      <Button type="primary" loading={isBusy} onClick={onSave}>
        保存授权
      </Button>
    </footer>
  );
}
