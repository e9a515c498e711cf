import { Link } from 'react-router';
import { useCan } from '#kit/web/can.tsx';
import { count } from '#kit/web/format.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { FigureStrip } from '#kit/web/parts/FigureStrip.tsx';
import { FlowTag } from '#kit/web/parts/FlowTag.tsx';
import { Panel, PanelRow } from '#kit/web/parts/Panel.tsx';
import { Score } from '#kit/web/parts/Score.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { WorkList } from '#kit/web/parts/WorkList.tsx';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { dataPath, duplicatesPath, modelPath } from '../paths.ts';
import './home.css';

type Model = CallReply<typeof api.model.list>[number];
type Summary = CallReply<typeof api.facts.summary>[number];
const MAX = 8;

/** 主数据概览: which models there are and how far each is, how many records they hold, what is to be done. */
export default function OverviewPage() {
  const can = useCan();
  const models = useCall(api.model.list);
  const mayModels = can(api.model.page);
  const summaries = useCall(api.facts.summary, {}, { enabled: can(api.facts.summary) }).data ?? [];
  if (models.error)
    return (
      <div className="panel">
        <StateView kind="error" error={models.error} onRetry={() => void models.refetch()} />
      </div>
    );
  if (!models.data)
    return (
      <div className="panel">
        <StateView kind="loading" rows={8} />
      </div>
    );
  return (
    <div className="md-home">
      <Figures models={models.data} mayOpen={mayModels} />
      <div className="md-home-columns">
        <div className="md-home-side">
          <Records models={models.data} summaries={summaries} />
        </div>
        <div className="md-home-side">
          {(mayModels || summaries.length > 0) && <Work models={mayModels ? models.data : []} summaries={summaries} />}
          {mayModels && <Recent />}
        </div>
      </div>
    </div>
  );
}

const isOpen = ({ flowStatus }: Model): boolean => flowStatus === '1' || flowStatus === '6';
const isToBuild = ({ flowStatus, isSync }: Model): boolean => flowStatus === '4' && isSync === '0';

function Figures({ models, mayOpen }: { models: readonly Model[]; mayOpen: boolean }) {
  const built = models.filter(({ modelPhysicalTable }) => modelPhysicalTable !== null);
  const known = built.filter(({ recordCount }) => recordCount !== null);
  const records = known.reduce((sum, { recordCount }) => sum + (recordCount ?? 0), 0);
  const list = mayOpen ? { to: '/masterdata/datamodel' } : {};
  return (
    <FigureStrip
      label="主数据概况"
      figures={[
        { label: '数据模型', value: count(models.length), note: `已建模 ${count(built.length)} 个`, ...list },
        {
          label: '主数据记录',
          value: known.length === 0 && built.length > 0 ? null : count(records),
          note: known.length === 0 && built.length > 0 ? '没有查看数据的权限' : '可查看的全部记录',
          ...(known.length > 0 && { to: '/masterdata/datamanage' }),
        },
        { label: '审核中的模型', value: count(models.filter(({ flowStatus }) => flowStatus === '3').length), ...list },
        { label: '待建模', value: count(models.filter(isToBuild).length), ...list },
      ]}
    />
  );
}

/** Records of each model, the most first; the bar is the share of the largest. */
function Records({ models, summaries }: { models: readonly Model[]; summaries: readonly Summary[] }) {
  const rows = models
    .filter(({ modelPhysicalTable }) => modelPhysicalTable !== null)
    .toSorted((a, b) => (b.recordCount ?? 0) - (a.recordCount ?? 0));
  const most = Math.max(1, ...rows.map(({ recordCount }) => recordCount ?? 0));
  return (
    <Panel title="各模型的记录" link={{ text: '数据管理', to: '/masterdata/datamanage' }}>
      {rows.length === 0 && (
        <div className="panel-body">
          <StateView kind="empty" inline what="还没有建好的数据模型" />
        </div>
      )}
      {rows.map((model) => (
        <PanelRow key={model.id}>
          <Link className="cut md-home-name" to={dataPath(model.id)} title={model.modelName}>
            {model.modelName}
          </Link>
          <span className="mono muted cut md-home-table">{model.modelPhysicalTable}</span>
          <span className="md-home-bar" aria-hidden>
            <i style={{ width: `${((model.recordCount ?? 0) / most) * 100}%` }} />
          </span>
          {summaries.some(({ qualityScore }) => qualityScore !== null) && (
            <span className="md-home-score" title="质量评分">
              <Score value={summaries.find(({ modelId }) => modelId === model.id)?.qualityScore} />
            </span>
          )}
          <span className="num">{model.recordCount === null ? '—' : `${count(model.recordCount)} 条`}</span>
        </PanelRow>
      ))}
    </Panel>
  );
}

function Work({ models, summaries }: { models: readonly Model[]; summaries: readonly Summary[] }) {
  const of = (test: (model: Model) => boolean) => models.filter(test).length;
  const one = { owners: 0, ownerName: null, to: '/masterdata/datamodel' };
  const sources = summaries.filter(({ failedLoads }) => failedLoads !== null && failedLoads > 0);
  const groups = summaries.filter(({ openGroups }) => openGroups !== null && openGroups > 0);
  return (
    <WorkList
      empty="没有需要处理的事项"
      work={[
        ...sources.map(({ modelId, modelName, failedLoads }) => ({
          ...one,
          label: `“${modelName}”接入失败的来源`,
          total: failedLoads ?? 0,
          verb: '去查看',
          tone: 'bad' as const,
          to: modelPath(modelId, 'maps'),
        })),
        ...groups.map(({ modelId, modelName, openGroups }) => ({
          ...one,
          label: `“${modelName}”待审核的重复`,
          total: openGroups ?? 0,
          verb: '去审核',
          tone: 'warn' as const,
          to: duplicatesPath(modelId),
        })),
        { ...one, label: '审批通过、待建模的模型', total: of(isToBuild), verb: '去建模', tone: 'warn' },
        { ...one, label: '被退回的模型', total: of(({ flowStatus }) => flowStatus === '2'), verb: '去修改', tone: 'bad' },
        { ...one, label: '还没有提交的模型', total: of(isOpen), verb: '去提交', tone: 'idle' },
      ]}
    />
  );
}

function Recent() {
  const { data, error, refetch } = useCall(api.model.page, { query: { pageSize: MAX, sort: '-updateTime' } });
  return (
    <Panel title="最近修改的模型" link={{ text: '全部', to: '/masterdata/datamodel' }}>
      {error && <StateView kind="error" inline error={error} onRetry={() => void refetch()} />}
      {!data && !error && <StateView kind="loading" shape="rows" rows={4} />}
      {data?.total === 0 && (
        <div className="panel-body">
          <StateView kind="empty" inline what="还没有数据模型" />
        </div>
      )}
      {data?.data.map((row) => (
        <PanelRow key={row.id}>
          <Link className="cut grow" to={modelPath(row.id)} title={row.modelName}>
            {row.modelName}
          </Link>
          {row.versionNo !== null && <span className="muted">V{row.versionNo}</span>}
          <FlowTag flow={row} />
          <DateText value={row.updateTime} />
        </PanelRow>
      ))}
    </Panel>
  );
}
