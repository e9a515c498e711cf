import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { confirmLoss, toast } from '#kit/web/dialog.tsx';
import { FlowTag } from '#kit/web/parts/FlowTag.tsx';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { onPush } from '#kit/web/push.ts';
import { Tag } from '#kit/web/Tag.tsx';
import { useCall, useWrite } from '#kit/web/use-call.ts';
import { count } from '#kit/web/format.ts';
import type { LastLoad, SourceMap } from '../../contract/map.ts';
import type { Model } from '../../contract/model.ts';
import { api } from '../api.ts';
import { MapDrawer } from './MapDrawer.tsx';
import { planText } from './LoadPlanFields.tsx';
import { LoadsDialog } from './LoadsDialog.tsx';
import { RejectedDialog } from './RejectedDialog.tsx';
import { LOAD_STATES, LOAD_TONES } from './words.ts';

const RUNNING = new Set(['waiting', 'running']);
const RENEW_MS = 2000;

/** 数据接入: from which tables of sources the records of a model come, and what the last load of each did. */
export function MapsTab({ model }: { model: Model }) {
  const can = useCan();
  const [open, setOpen] = useState<SourceMap | 'new' | null>(null);
  const [rejected, setRejected] = useState<SourceMap | null>(null);
  const [past, setPast] = useState<SourceMap | null>(null);
  const [isWatching, setWatching] = useState(false);
  const maps = useCall(api.map.list, { params: { modelId: model.id } }, { refetchInterval: isWatching ? RENEW_MS : undefined });
  const { refetch } = maps;
  const isRunning = maps.data?.some(({ lastLoad }) => lastLoad && RUNNING.has(lastLoad.state)) ?? false;
  if (isRunning !== isWatching && maps.data) setWatching(isRunning);
  useEffect(() => onPush('job', ({ job }) => void (job.startsWith('masterdata.') && refetch())), [refetch]);
  if (maps.error) return <StateView kind="error" error={maps.error} onRetry={() => void refetch()} />;
  if (!maps.data) return <StateView kind="loading" rows={4} />;
  const add = can(api.map.create) && (
    <Button icon={<PlusOutlined />} onClick={() => setOpen('new')}>
      新增接入
    </Button>
  );
  return (
    <div className="md-tab">
      {maps.data.length === 0 ? (
        <StateView
          kind="empty"
          what="还没有接入的来源"
          why="映射数据源的一张表后，可把其中的数据接入为主数据；重复接入不会产生重复记录。"
          action={add}
        />
      ) : (
        <>
          <div className="md-tools">{add}</div>
          {maps.data.map((map) => (
            <MapCard
              key={map.id}
              {...{ map, model }}
              onEdit={() => setOpen(map)}
              onRejected={() => setRejected(map)}
              onPast={() => setPast(map)}
            />
          ))}
        </>
      )}
      {open && <MapDrawer model={model} map={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
      {past && <LoadsDialog map={past} onClose={() => setPast(null)} />}
      {rejected && <RejectedDialog map={rejected} onClose={() => setRejected(null)} />}
    </div>
  );
}

/** What may be done to a mapping: loading, its past, changing and deleting. */
function MapActions({ map, model, onEdit, onPast }: Omit<CardProps, 'onRejected'>) {
  const can = useCan();
  const refreshes = [api.map.list, api.data.page, api.model.list];
  const load = useWrite(api.map.load, { refreshes, onSuccess: () => toast.success('已开始接入') });
  const cancel = useWrite(api.map.cancel, { refreshes, onSuccess: () => toast.success('正在停止') });
  const { lastLoad } = map;
  const isRunning = lastLoad !== null && RUNNING.has(lastLoad.state);
  // what the last load brought is decided first
  const isWaiting = lastLoad?.state === 'approval';
  const params = { id: map.id };
  const isBuilt = model.modelPhysicalTable !== null;
  return (
    <>
      {isRunning
        ? can(api.map.cancel) && (
            <Button size="small" loading={cancel.isPending} onClick={() => cancel.mutate({ params })}>
              停止
            </Button>
          )
        : can(api.map.load) && (
            <Button
              size="small"
              className="accent-outline"
              disabled={!isBuilt || isWaiting || map.status === '0' || map.problem !== null}
              title={whyNot({ isBuilt, isWaiting })}
              loading={load.isPending}
              onClick={() => load.mutate({ params })}
            >
              接入
            </Button>
          )}
      {!isRunning && map.watermark !== null && can(api.map.load) && (
        <Button
          size="small"
          disabled={isWaiting || map.status === '0' || map.problem !== null}
          title={whyNot({ isBuilt, isWaiting })}
          onClick={() => load.mutate({ params, query: { isFull: '1' } })}
        >
          全量接入
        </Button>
      )}
      <Button size="small" disabled={lastLoad === null} onClick={onPast}>
        接入记录
      </Button>
      {can(api.map.update) && <EditActions {...{ map, onEdit }} isBusy={isRunning || isWaiting} />}
    </>
  );
}

/** Why a mapping cannot be loaded now. */
function whyNot({ isBuilt, isWaiting }: { isBuilt: boolean; isWaiting: boolean }): string | undefined {
  if (!isBuilt) return '建模后可以接入';
  return isWaiting ? '上一次接入正在审批' : undefined;
}

function EditActions({ map, isBusy, onEdit }: Pick<CardProps, 'map' | 'onEdit'> & { isBusy: boolean }) {
  const remove = useWrite(api.map.remove, {
    refreshes: [api.map.list, api.data.page, api.model.list],
    onSuccess: () => toast.success('已删除'),
  });
  const params = { id: map.id };
  return (
    <>
      <Button size="small" disabled={isBusy} onClick={onEdit}>
        修改
      </Button>
      <Button
        size="small"
        type="text"
        danger
        disabled={isBusy}
        onClick={() =>
          void confirmLoss('删除', `删除接入“${map.mapName}”？已接入的记录保留，不再随来源更新。`, () => remove.mutateAsync({ params }))
        }
      >
        删除
      </Button>
    </>
  );
}

interface CardProps {
  map: SourceMap;
  model: Model;
  onEdit: () => void;
  onRejected: () => void;
  onPast: () => void;
}
function MapCard({ map, model, onEdit, onRejected, onPast }: CardProps) {
  return (
    <section className="md-map" aria-label={map.mapName}>
      <header>
        <h3>{map.mapName}</h3>
        <StateTag map={map} />
        {map.flow && map.flow.flowStatus !== '4' && <FlowTag flow={map.flow} />}
        <span className="muted cut">
          {map.sourceName ?? '来源已删除'} <span className="mono">{map.tableName ?? '表已删除'}</span>
          {map.tableComment && `（${map.tableComment}）`}
        </span>
        <span className="grow" />
        <MapActions {...{ map, model, onEdit, onPast }} />
      </header>
      {map.problem && (
        <p className="bad" role="alert">
          {map.problem}
        </p>
      )}
      <p className="muted">
        映射 {map.columns.length} 列，以 <span className="mono">{map.keyColumn}</span> 为来源编号，优先级 {map.priority}
        {map.ownerName && `，以 ${map.ownerName} 的权限读取`}，已对应 {count(map.xrefCount)} 条
      </p>
      <PlanLine map={map} />
      <LoadFigures load={map.lastLoad} onRejected={onRejected} />
    </section>
  );
}

/** Which rows its loads read, and when the next one comes by itself. */
function PlanLine({ map }: { map: SourceMap }) {
  const { watermarkColumn, watermark, cronExpression, nextTime, status } = map;
  if (watermarkColumn === null && cronExpression === null) return null;
  return (
    <p className="muted">
      {watermarkColumn !== null && (
        <>
          按 <span className="mono">{watermarkColumn}</span> 增量读取
          {watermark === null ? '，下次全量' : `，已读到 ${watermark}`}
        </>
      )}
      {watermarkColumn !== null && cronExpression !== null && '；'}
      {cronExpression !== null && `计划 ${planText(cronExpression)}`}
      {cronExpression !== null && status === '1' && nextTime !== null && (
        <>
          ，下次 <DateText value={nextTime} />
        </>
      )}
      {cronExpression !== null && status === '0' && '，禁用期间不执行'}
    </p>
  );
}

function StateTag({ map }: { map: SourceMap }) {
  if (map.problem !== null) return <Tag tone="bad">不可接入</Tag>;
  return map.status === '0' ? <Tag>已禁用</Tag> : <Tag tone="calm">启用</Tag>;
}

const FIGURES = [
  ['read', '读取'],
  ['inserted', '新增'],
  ['changed', '更新'],
  ['same', '无变化'],
  ['repeated', '重复编号'],
  ['rejected', '未接入'],
] as const;

/** What the last load did with the rows of the source. */
export function LoadFigures({ load, onRejected }: { load: LastLoad | null; onRejected: () => void }) {
  if (load === null) return <p className="muted">还没有接入过</p>;
  return (
    <div className="md-load">
      <Tag tone={LOAD_TONES[load.state]}>{LOAD_STATES[load.state]}</Tag>
      {FIGURES.map(([field, label]) => (
        <span key={field} className={field === 'rejected' && load.rejected > 0 ? 'warn' : undefined}>
          {label} <b className="num">{count(load[field])}</b>
        </span>
      ))}
      {load.rejected > 0 && (
        <button type="button" className="name-link" onClick={onRejected}>
          查看未接入的行
        </button>
      )}
      <span className="grow" />
      <span className="muted">
        <DateText value={load.endTime ?? load.startTime} />
      </span>
      {load.message && <p className={load.state === 'failed' ? 'bad' : 'muted'}>{load.message}</p>}
    </div>
  );
}
