import { Button, Pagination, Segmented, Select } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { useChangeAddress, useOwnSearch } from '#kit/web/address.ts';
import { useCan } from '#kit/web/can.tsx';
import { count } from '#kit/web/format.ts';
import { PageActions } from '#kit/web/page/PageHost.tsx';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall } from '#kit/web/use-call.ts';
import type { MatchRule } from '../../contract/match.ts';
import { api } from '../api.ts';
import { BulkMerge } from './BulkMerge.tsx';
import { GroupReview } from './GroupReview.tsx';
import { MergesPanel } from './MergesPanel.tsx';
import { RuleDrawer } from './RuleDrawer.tsx';
import { RunButton } from './RunButton.tsx';
import { scoreText } from './words.ts';
import './duplicates.css';

const VIEWS = [
  { value: 'open', label: '待审' },
  { value: 'later', label: '稍后' },
  { value: 'never', label: '不合并' },
  { value: 'merges', label: '已合并' },
] as const;
type View = (typeof VIEWS)[number]['value'];
const isView = (text: string | null): text is View => VIEWS.some(({ value }) => value === text);

const useModels = () => useCall(api.model.list);
/** Groups that wait in each model, by its id; null until it is known, empty for whom it is not told. */
function useOpenGroups(): ReadonlyMap<string, number> | null {
  const isTold = useCan()(api.facts.summary);
  const { data, isPending } = useCall(api.facts.summary, {}, { enabled: isTold });
  if (isTold && isPending) return null;
  return new Map((data ?? []).map(({ modelId, openGroups }) => [modelId, openGroups ?? 0]));
}

/** 重复审核: the queue of a model at the left, the chosen group side by side. */
export default function DuplicatesPage() {
  const { search, isHere } = useOwnSearch();
  const change = useChangeAddress();
  const can = useCan();
  const [isRuleOpen, setRuleOpen] = useState(false);
  const models = useModels();
  const built = (models.data ?? []).filter((model) => model.modelPhysicalTable !== null);
  const waiting = useOpenGroups();
  const [first, setFirst] = useState<string | null>(null);
  // where nobody says which model, that with the most to review; it stays when its queue gets shorter
  if (first === null && waiting && built.length > 0)
    setFirst(built.toSorted((a, b) => (waiting.get(b.id) ?? 0) - (waiting.get(a.id) ?? 0))[0]!.id);
  const modelId = search.get('model') ?? first;
  const asked = search.get('view');
  const view: View = isView(asked) ? asked : 'open';
  if (models.error || !models.data || modelId === null) return <NoModel models={models} hasNone={built.length === 0} />;
  const waitingText = (id: string): string => (waiting?.get(id) ? ` · ${count(waiting.get(id)!)} 组待审` : '');
  return (
    <>
      <PageActions>
        {can(api.match.saveRule) && <Button onClick={() => setRuleOpen(true)}>匹配规则</Button>}
        <BulkMerge key={`bulk ${modelId}`} modelId={modelId} />
        <RunButton key={modelId} modelId={modelId} />
      </PageActions>
      <div className="panel list-page dup-page">
        <aside className="dup-side" aria-label="重复候选">
          <Select
            aria-label="数据模型"
            value={modelId}
            options={built.map(({ id, modelName }) => ({ value: id, label: `${modelName}${waitingText(id)}` }))}
            onChange={(id) => change({ model: id, group: null })}
          />
          <Segmented<View>
            block
            size="small"
            aria-label="范围"
            options={[...VIEWS]}
            value={view}
            onChange={(next) => change({ view: next === 'open' ? null : next, group: null })}
          />
          {view === 'merges' ? null : <Rule modelId={modelId} />}
          {view === 'merges' ? null : <Queue key={`${modelId} ${view}`} modelId={modelId} view={view} chosen={search.get('group')} />}
        </aside>
        {view === 'merges' ? (
          <MergesPanel key={modelId} modelId={modelId} />
        ) : (
          <Chosen key={`${modelId} ${view}`} modelId={modelId} view={view} chosen={search.get('group')} isHere={isHere} />
        )}
      </div>
      {isRuleOpen && <RuleDrawer modelId={modelId} onClose={() => setRuleOpen(false)} />}
    </>
  );
}

/** In place of the page: models are on their way, could not be read, or there is none. */
function NoModel({ models, hasNone }: { models: ReturnType<typeof useModels>; hasNone: boolean }) {
  const can = useCan();
  const state = models.error ? (
    <StateView kind="error" error={models.error} onRetry={() => void models.refetch()} />
  ) : models.data && hasNone ? (
    <StateView
      kind="empty"
      what="还没有建好的数据模型"
      why="模型建好并有了数据，才能查重。"
      action={can(api.model.page) && <Link to="/masterdata/datamodel">去建模型</Link>}
    />
  ) : (
    <StateView kind="loading" rows={8} />
  );
  return <div className="panel list-page">{state}</div>;
}

/** When the queue was made, and whether the rule has changed since. */
function Rule({ modelId }: { modelId: string }) {
  const { data } = useCall(api.match.rule, { params: { modelId } });
  if (!data) return null;
  return <p className="dup-made">{madeText(data)}</p>;
}
function madeText({ matchTime, isStale, summary }: MatchRule) {
  if (isStale) return <span className="dup-old">规则已改，请重新查重</span>;
  if (matchTime === null) return '还没有查过重';
  return (
    <>
      <span>
        <DateText value={matchTime} /> 查过
      </span>
      {summary && <span className="num">{count(summary.records)} 条</span>}
    </>
  );
}

const SIZE = 50;
type QueueView = Exclude<View, 'merges'>;
interface QueueProps {
  modelId: string;
  view: QueueView;
  chosen: string | null;
}
const useQueue = (modelId: string, view: QueueView, pageNum: number) =>
  useCall(api.match.page, { params: { modelId }, query: { state: view, pageNum, pageSize: SIZE } }, { keepPrevious: true });

function Queue({ modelId, view, chosen }: QueueProps) {
  const { search } = useOwnSearch();
  const change = useChangeAddress();
  const pageNum = Number(search.get('page') ?? 1) || 1;
  const answer = useQueue(modelId, view, pageNum);
  const rows = answer.data?.data ?? [];
  const id = rows.some((row) => row.id === chosen) ? chosen : rows[0]?.id;
  if (rows.length === 0) return null;
  return (
    <>
      <p className="dup-made">
        {rows[0]!.score === null ? '达到自动线的在前' : '按得分从高到低'} <span className="num">{count(answer.data!.total)} 组</span>
      </p>
      <ul className="dup-queue">
        {rows.map((row) => (
          <li key={row.id}>
            <button type="button" aria-current={row.id === id || undefined} onClick={() => change({ group: row.id })}>
              <span className="cut">{row.title}</span>
              <b className="num">{scoreText(row.score)}</b>
              <small>
                {row.records.length} 条{row.zone === 'auto' && ' · 达到自动线'}
              </small>
            </button>
          </li>
        ))}
      </ul>
      {answer.data!.total > SIZE && (
        <Pagination
          simple
          showSizeChanger={false}
          size="small"
          current={pageNum}
          pageSize={SIZE}
          total={answer.data!.total}
          onChange={(page) => change({ page: String(page), group: null })}
        />
      )}
    </>
  );
}

const NOTHING: Readonly<Record<QueueView, readonly [what: string, why: string]>> = {
  open: ['没有待审的重复', '运行查重后，疑似重复的记录在这里成组列出。'],
  later: ['没有留待稍后的重复', '审核时点“稍后”的组放在这里，组内记录变化后回到待审。'],
  never: ['没有标为永不合并的组', '标为永不合并或撤销合并的记录不再提出，需要时在这里重新打开。'],
};
function Chosen({ modelId, view, chosen, isHere }: QueueProps & { isHere: boolean }) {
  const { search } = useOwnSearch();
  const change = useChangeAddress();
  const answer = useQueue(modelId, view, Number(search.get('page') ?? 1) || 1);
  if (answer.error) return <StateView kind="error" error={answer.error} onRetry={() => void answer.refetch()} />;
  if (!answer.data) return <StateView kind="loading" rows={10} />;
  const rows = answer.data.data;
  const at = Math.max(
    0,
    rows.findIndex((row) => row.id === chosen),
  );
  const group = rows[at];
  if (!group) return <StateView kind="empty" what={NOTHING[view][0]} why={NOTHING[view][1]} />;
  const next = rows[at + 1] ?? rows[0];
  return (
    <GroupReview
      key={group.id}
      id={group.id}
      isHere={isHere}
      onNext={() => change({ group: next && next.id !== group.id ? next.id : null })}
    />
  );
}
