import { BellOutlined, DeleteOutlined, HistoryOutlined, PauseCircleOutlined, PlayCircleOutlined, SendOutlined } from '@ant-design/icons';
import { Button, Tag, Tooltip, type ButtonProps } from 'antd';
import { useState } from 'react';
import { useVersionedWrite } from '#kit/web/conflict/use-versioned-write.tsx';
import { confirmDialog, toast } from '#kit/web/dialog.tsx';
import { minute } from '#kit/web/format.ts';
import { useCall, useWrite } from '#kit/web/use-call.ts';
import type { Subscription } from '../../contract/subscription.ts';
import { subscriptionApi } from './social-api.ts';
import { SUBSCRIPTION_FIELDS, textsOf } from './subscription-words.ts';
import type { Measure } from './subscription-measures.ts';

const OUTCOMES: Record<string, { text: string; color: string }> = {
  sent: { text: '已发送', color: 'success' },
  skipped: { text: '未发送', color: 'default' },
  failed: { text: '失败', color: 'error' },
};

interface RowProps {
  one: Subscription;
  /** measures of the document, to name the one of the condition */
  measures: readonly Measure[];
}

/** One subscription: when, to whom and on what condition, how it went last, and what can be done with it. */
export function SubscriptionRow({ one, measures }: RowProps) {
  const [isOpen, setOpen] = useState(false);
  const isOn = one.status === '1';
  const outcome = one.lastOutcome ? OUTCOMES[one.lastOutcome] : undefined;
  return (
    <li>
      <div className="subscribe-head">
        <BellOutlined />
        <b>{one.subscriptionName}</b>
        {!isOn && <Tag>已禁用</Tag>}
        {outcome && (
          <Tooltip title={one.lastMessage}>
            <Tag color={outcome.color}>上次{one.condition && one.lastOutcome === 'sent' ? '已检查' : outcome.text}</Tag>
          </Tooltip>
        )}
        <RowButtons one={one} measures={measures} onRuns={() => setOpen(!isOpen)} />
      </div>
      <p className="social-note">{factsOf(one, measures).join(' · ')}</p>
      {isOpen && <Runs id={one.id} />}
    </li>
  );
}

/** When, to whom, how, on what condition, and when next. */
function factsOf({ status, nextTime, ...one }: Subscription, measures: readonly Measure[]): string[] {
  const { cron, people, channels, attachments, condition, repeatHours } = textsOf(one, measures);
  const facts = [cron, people, channels].filter((fact) => fact !== '');
  if (attachments !== '') facts.push(`附 ${attachments}`);
  if (condition !== null) facts.push(`仅当 ${condition}`, repeatHours ?? '');
  if (status === '1' && nextTime) facts.push(`下次 ${minute(nextTime) ?? ''}`);
  return facts;
}

function RowButtons({ one, measures, onRuns }: RowProps & { onRuns: () => void }) {
  const shown = (version: Readonly<Record<string, unknown>>) => ({ ...version, ...textsOf({ ...one, ...version }, measures) });
  const update = useVersionedWrite(subscriptionApi.update, { fields: SUBSCRIPTION_FIELDS, shown });
  const remove = useWrite(subscriptionApi.remove, { overlay: false });
  const now = useWrite(subscriptionApi.send, { onSuccess: ({ message }) => toast.info(message) });
  const isOn = one.status === '1';
  const toggle = () => {
    const { id, version, subscriptionName, cron, filters, userIds, channels, attachments, condition, repeatHours } = one;
    const { webhookKind, webhookAddress, webhookSecret } = one;
    const kept = { id, version, subscriptionName, cron, filters, userIds, channels, attachments, condition, repeatHours };
    update.write({ body: { ...kept, webhookKind, webhookAddress, webhookSecret, status: isOn ? '0' : '1' } });
  };
  const ask = async () => {
    if (await confirmDialog({ content: `删除订阅“${one.subscriptionName}”？`, okText: '删除', danger: true }))
      remove.mutate({ params: { id: one.id } });
  };
  return (
    <span>
      <RowButton label="立即发送" icon={<SendOutlined />} loading={now.isPending} onClick={() => now.mutate({ params: { id: one.id } })} />
      <RowButton label="发送记录" icon={<HistoryOutlined />} onClick={onRuns} />
      <RowButton
        label={isOn ? '禁用' : '启用'}
        icon={isOn ? <PauseCircleOutlined /> : <PlayCircleOutlined />}
        loading={update.isPending}
        onClick={toggle}
      />
      <RowButton label="删除" danger icon={<DeleteOutlined />} loading={remove.isPending} onClick={() => void ask()} />
      {update.dialog}
    </span>
  );
}

function RowButton({ label, ...rest }: { label: string } & Pick<ButtonProps, 'icon' | 'loading' | 'danger' | 'onClick'>) {
  return (
    <Tooltip title={label}>
      <Button type="text" size="small" aria-label={label} {...rest} />
    </Tooltip>
  );
}

function Runs({ id }: { id: string }) {
  const runs = useCall(subscriptionApi.runs, { params: { id } });
  if (runs.isPending) return <p className="social-note">正在取发送记录…</p>;
  if (runs.error) return <p className="social-note">{runs.error.message}</p>;
  if (runs.data.length === 0) return <p className="social-note">还没有发送过</p>;
  return (
    <ul className="subscribe-runs">
      {runs.data.map((run) => (
        <li key={run.id}>
          {minute(run.startTime)}　{run.message}
        </li>
      ))}
    </ul>
  );
}
