import { MergeOutlined } from '@ant-design/icons';
import { Alert, Button, Modal, Progress } from 'antd';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { offer, toast } from '#kit/web/dialog.tsx';
import { count } from '#kit/web/format.ts';
import { onPush } from '#kit/web/push.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall, useRefresh, useWrite } from '#kit/web/use-call.ts';
import type { BatchPreview, MergeBatch } from '../../contract/match.ts';
import { api } from '../api.ts';
import { SkippedDialog } from './SkippedDialog.tsx';
import './side-parts.css';

const POLL_MS = 1_000;
const isRunning = (batch: MergeBatch | null | undefined): boolean => batch?.state === 'waiting' || batch?.state === 'running';

/** 批量合并 of the automatic zone: what it would do, how far it is, and what it left. */
export function BulkMerge({ modelId }: { modelId: string }) {
  const can = useCan();
  const refresh = useRefresh();
  const [isOpen, setOpen] = useState(false);
  const [skipped, setSkipped] = useState<string | null>(null);
  const params = { modelId };
  const [isWatching, setWatching] = useState(false);
  const { data: batch, refetch } = useCall(api.merge.latestBatch, { params }, { refetchInterval: isWatching ? POLL_MS : undefined });
  if (isRunning(batch) !== isWatching && batch !== undefined) setWatching(isRunning(batch));
  useEffect(() => onPush('job', ({ job }) => void (job === 'masterdata.mergeBatch' && refetch())), [refetch]);
  const before = useRef(false);
  const onBatch = useEffectEvent((now: MergeBatch | null | undefined) => {
    const wasRunning = before.current;
    before.current = isRunning(now);
    if (!wasRunning || !now || isRunning(now)) return;
    void refresh(api.match.page, api.merge.page, api.data.page, api.model.list);
    const text = now.message ?? '批量合并已结束';
    if (now.skipped > 0) offer(text, '查看跳过的组', () => setSkipped(now.id));
    else if (now.state === 'done') toast.success(text);
    else toast.warning(text);
  });
  useEffect(() => onBatch(batch), [batch]);
  if (!can(api.merge.startBatch)) return null;
  return (
    <>
      {batch && isRunning(batch) ? (
        <Running batch={batch} />
      ) : (
        <Button icon={<MergeOutlined />} onClick={() => setOpen(true)}>
          批量合并
        </Button>
      )}
      {isOpen && (
        <PreviewDialog
          modelId={modelId}
          last={batch ?? null}
          onSkipped={setSkipped}
          onClose={() => setOpen(false)}
          onStarted={() => {
            before.current = true;
            setOpen(false);
            void refetch();
          }}
        />
      )}
      {skipped !== null && <SkippedDialog batchId={skipped} onClose={() => setSkipped(null)} />}
    </>
  );
}

function Running({ batch }: { batch: MergeBatch }) {
  const stop = useWrite(api.merge.cancelBatch, { refreshes: [api.merge.latestBatch], onSuccess: () => toast.success('正在停止') });
  const done = batch.merged + batch.skipped;
  return (
    <span className="dup-run">
      <Progress percent={Math.floor((done / Math.max(1, batch.groups)) * 100)} size="small" aria-label="批量合并进度" />
      <small>
        已合并 {count(batch.merged)}/{count(batch.groups)} 组
      </small>
      <Button size="small" disabled={stop.isPending} onClick={() => stop.mutate({ params: { id: batch.id } })}>
        停止
      </Button>
    </span>
  );
}

interface PreviewProps {
  modelId: string;
  last: MergeBatch | null;
  onSkipped: (batchId: string) => void;
  onStarted: () => void;
  onClose: () => void;
}
function PreviewDialog({ modelId, last, onSkipped, onStarted, onClose }: PreviewProps) {
  const params = { modelId };
  const { data, error, refetch } = useCall(api.merge.previewBatch, { params }, { staleTime: 0 });
  const start = useWrite(api.merge.startBatch, {
    // the groups changed meanwhile: they are counted anew
    onError: () => void refetch(),
    onSuccess: () => {
      toast.success('已开始批量合并');
      onStarted();
    },
  });
  const groups = data?.groups ?? 0;
  return (
    <Modal
      open
      title="批量合并达到自动线的组"
      okText={groups > 0 ? `合并 ${count(groups)} 组` : '合并'}
      okButtonProps={{ disabled: groups === 0 || data?.isStale, loading: start.isPending }}
      onOk={() => start.mutate({ params, body: { groups } })}
      onCancel={onClose}
    >
      {error && <StateView kind="error" inline error={error} onRetry={() => void refetch()} />}
      {!data && !error && <StateView kind="loading" rows={4} />}
      {data && <Preview data={data} />}
      {last && last.skipped > 0 && (
        <p className="muted">
          上次批量合并跳过 {count(last.skipped)} 组，
          <button
            type="button"
            className="name-link"
            onClick={() => {
              onSkipped(last.id);
              onClose();
            }}
          >
            查看原因
          </button>
        </p>
      )}
    </Modal>
  );
}

function Preview({ data }: { data: BatchPreview }) {
  if (data.isStale) return <Alert type="warning" showIcon title="匹配规则已修改，请先重新查重" />;
  if (data.groups === 0) return <StateView kind="empty" inline what="没有达到自动线的组" why="低于自动线的组请逐组核对后合并" />;
  return (
    <>
      <dl className="dup-figures">
        <div>
          <dt>合并组数</dt>
          <dd className="num">{count(data.groups)}</dd>
        </div>
        <div>
          <dt>涉及记录</dt>
          <dd className="num">{count(data.records)}</dd>
        </div>
        <div>
          <dt>并入后减少</dt>
          <dd className="num">{count(data.gone)}</dd>
        </div>
      </dl>
      <ul className="dup-notes">
        <li>每组按生存规则取值，保留最早的记录；可在“已合并”中逐组撤销。</li>
        {data.waiting > 0 && <li>其中 {count(data.waiting)} 组有记录正在审批，将跳过。</li>}
        {data.manual.length > 0 && <li>{data.manual.join('、')}由人工选定，取值不一致的组将跳过。</li>}
        <li>合并期间有变化的组会跳过，并列出原因。</li>
      </ul>
    </>
  );
}
