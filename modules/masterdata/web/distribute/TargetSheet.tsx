import { Button, Drawer, InputNumber, Modal, Tabs } from 'antd';
import { Fragment, useId, useState } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { confirmLoss, toast } from '#kit/web/dialog.tsx';
import { count } from '#kit/web/format.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { FigureStrip } from '#kit/web/parts/FigureStrip.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { BASE } from '#kit/web/send.ts';
import { useCall, useWrite } from '#kit/web/use-call.ts';
import type { RecordValue, TargetRow } from '../../contract/target.ts';
import { api } from '../api.ts';
import { ComparePanel } from './ComparePanel.tsx';
import { ConditionText } from './ConditionValue.tsx';
import { LogPanel } from './LogPanel.tsx';
import { PreviewPanel } from './PreviewPanel.tsx';
import { StateTag } from './StateTag.tsx';
import { KINDS, OWN_VALUES } from './words.ts';

const RENEW_MS = 3000;
const WIDTH = 960;

/** One target: how far it is, what it was sent, what it has, and what it would be sent. */
export function TargetSheet({ id, tab, onClose }: { id: string; tab: string; onClose: () => void }) {
  const can = useCan();
  const { data: row, error, refetch } = useCall(api.target.get, { params: { id } }, { refetchInterval: RENEW_MS });
  const items = row && [
    { key: 'facts', label: '概况', children: <Facts row={row} /> },
    ...(can(api.target.deliveries) ? [{ key: 'log', label: '日志', children: <LogPanel row={row} /> }] : []),
    ...(can(api.target.compare) ? [{ key: 'compare', label: '核对', children: <ComparePanel id={id} /> }] : []),
    ...(can(api.target.preview) ? [{ key: 'preview', label: '预览', children: <PreviewPanel id={id} /> }] : []),
  ];
  return (
    <Drawer open size={WIDTH} title={row?.targetName ?? '分发目标'} extra={row && <StateTag row={row} />} onClose={onClose}>
      {error && !row && <StateView kind="error" error={error} onRetry={() => void refetch()} />}
      {!row && !error && <StateView kind="loading" rows={8} />}
      {items && <Tabs defaultActiveKey={tab} items={items} destroyOnHidden />}
    </Drawer>
  );
}

function Facts({ row }: { row: TargetRow }) {
  return (
    <div className="dist-tab">
      {row.problem && (
        <p className="bad" role="alert">
          {row.problem}
          {row.retryTime && (
            <span className="muted">
              {' '}
              下次尝试 <DateText value={row.retryTime} kind="log" />
            </span>
          )}
        </p>
      )}
      <FigureStrip
        label="分发情况"
        figures={[
          { label: '待分发', value: count(row.backlog), unit: '条', ...(row.backlog > 0 && { tone: 'warn' as const }) },
          { label: '被拒绝', value: count(row.dead), unit: '条', ...(row.dead > 0 && { tone: 'bad' as const }) },
          { label: '目标记录', value: count(row.records), unit: '条' },
          { label: '已处理序号', value: row.position, note: `最新 ${row.lastSeq}` },
        ]}
      />
      <Acts row={row} />
      <FactList row={row} />
    </div>
  );
}

/** 客户名称 → name */
const columnText = ({ from, label, to, isClear }: TargetRow['columns'][number]): string =>
  `${label ?? OWN_VALUES[from as RecordValue]} → ${to}${isClear === '1' ? '（明文）' : ''}`;

function FactList({ row }: { row: TargetRow }) {
  // names of codes; who may not read the model sees the codes
  const form = useCall(api.model.formParam, { params: { id: row.modelId } }, { staleTime: 300_000 });
  const columnOf = (name: string) => form.data?.columnList.find(({ columnName }) => columnName === name) ?? null;
  return (
    <dl className="dist-facts">
      <dt>数据模型</dt>
      <dd>{row.modelName ?? '已删除'}</dd>
      <dt>分发方式</dt>
      <dd>
        {KINDS[row.kind]}
        {row.kind === 'http' && `，到 ${row.addressHost ?? ''}，每批 ${row.batchSize} 条，${row.secret ? '带签名' : '不签名'}`}
        {row.kind === 'table' &&
          `，到 ${row.sourceName ?? '已删除的数据源'} 的 ${row.tableName ?? '已删除的表'}，主键 ${row.keyColumn ?? ''}`}
        {row.kind === 'api' && `，应用 ${row.appName ?? '已删除'}`}
      </dd>
      {row.feedPath && (
        <>
          <dt>拉取地址</dt>
          <dd className="mono">
            GET {BASE}
            {row.feedPath}?after={row.position}
          </dd>
        </>
      )}
      <dt>字段</dt>
      <dd>{row.columns.map(columnText).join('，')}</dd>
      <dt>条件</dt>
      <dd>
        {row.conditions.length === 0 && '全部记录'}
        {row.conditions.length > 0 && form.isPending && '…'}
        {!form.isPending &&
          row.conditions.map(({ label, ...condition }, at) => (
            <Fragment key={at}>
              {at > 0 && '，且 '}
              <ConditionText column={columnOf(condition.column)} condition={condition} name={label} />
            </Fragment>
          ))}
      </dd>
      <dt>负责人</dt>
      <dd>{row.ownerName ?? '—'}，以其权限读取和分发</dd>
      <dt>最近送达</dt>
      <dd>{row.lastTime ? <DateText value={row.lastTime} /> : '还没有'}</dd>
      {row.remark && (
        <>
          <dt>备注</dt>
          <dd>{row.remark}</dd>
        </>
      )}
    </dl>
  );
}

function Acts({ row }: { row: TargetRow }) {
  const can = useCan();
  const [isReplaying, setReplaying] = useState(false);
  const params = { id: row.id };
  const refreshes = [api.target.page, api.target.get, api.target.deliveries];
  const pause = useWrite(api.target.pause, { refreshes, onSuccess: () => toast.success('已暂停，变更会继续排队') });
  const resume = useWrite(api.target.resume, { refreshes, onSuccess: () => toast.success('已恢复') });
  const test = useWrite(api.target.test, {
    refreshes: [],
    onSuccess: ({ isReached, message }) => (isReached ? toast.success(message) : toast.error(message)),
  });
  const replay = useWrite(api.target.replay, { refreshes, onSuccess: () => toast.success('已开始全部重新分发') });
  const again = useWrite(api.target.resume, { refreshes, onSuccess: () => toast.success('已重新尝试') });
  if (!can(api.target.pause)) return null;
  return (
    <div className="dist-acts">
      {row.state === 'running' && row.retryTime && (
        <Button type="primary" loading={again.isPending} onClick={() => again.mutate({ params })}>
          立即重试
        </Button>
      )}
      {row.state === 'running' ? (
        <Button loading={pause.isPending} onClick={() => pause.mutate({ params })}>
          暂停
        </Button>
      ) : (
        <Button type="primary" loading={resume.isPending} onClick={() => resume.mutate({ params })}>
          恢复
        </Button>
      )}
      {row.kind !== 'api' && (
        <Button loading={test.isPending} onClick={() => test.mutate({ params })}>
          测试连接
        </Button>
      )}
      <Button onClick={() => setReplaying(true)}>从序号重放</Button>
      <Button
        onClick={() =>
          void confirmLoss('全部重新分发', `把“${row.modelName ?? ''}”的全部记录再分发一次？目标按版本号去重时不会重复。`, () =>
            replay.mutateAsync({ params, body: {} }),
          )
        }
      >
        全部重新分发
      </Button>
      {isReplaying && <ReplayDialog row={row} onClose={() => setReplaying(false)} />}
    </div>
  );
}

function ReplayDialog({ row, onClose }: { row: TargetRow; onClose: () => void }) {
  const id = useId();
  const [after, setAfter] = useState<string>(row.position);
  const replay = useWrite(api.target.replay, {
    refreshes: [api.target.page, api.target.get],
    onSuccess: () => {
      toast.success('已开始重放');
      onClose();
    },
  });
  return (
    <Modal
      open
      title="从序号重放"
      okText="重放"
      cancelText="取消"
      okButtonProps={{ loading: replay.isPending }}
      onOk={() => replay.mutate({ params: { id: row.id }, body: { after } })}
      onCancel={onClose}
    >
      <p className="muted">该序号之后的变更按顺序再分发一次，当前已处理到 {row.position}。</p>
      <label htmlFor={id}>序号</label>{' '}
      <InputNumber<string>
        id={id}
        stringMode
        min="0"
        max={row.position}
        precision={0}
        value={after}
        onChange={(next) => setAfter(next ?? row.position)}
      />
    </Modal>
  );
}
