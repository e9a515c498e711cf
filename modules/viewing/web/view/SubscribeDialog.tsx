import { BellOutlined, DeleteOutlined, HistoryOutlined, PauseCircleOutlined, PlayCircleOutlined, SendOutlined } from '@ant-design/icons';
import { Button, Checkbox, Empty, Form, Input, InputNumber, Modal, Select, Tag, TimePicker, Tooltip } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { confirmDialog, toast } from '#kit/web/dialog.tsx';
import { minute } from '#kit/web/format.ts';
import { useCall, useWrite } from '#kit/web/use-call.ts';
import type { Subscription } from '../../contract/subscription.ts';
import type { FilterValue } from '#modules/charts/contract/view-filter.ts';
import { formatNumber, type Shape } from '#modules/charts/core/index.ts';
import { PeopleSelect } from './PeopleSelect.tsx';
import { cronOf, planText, WEEKDAYS, type Plan } from '#modules/datasets/web/parts.ts';
import { subscriptionApi } from './social-api.ts';
import type { TileFeed } from '#modules/charts/web/parts.ts';
import './social.css';

interface SubscribeDialogProps {
  entity: 'board' | 'screen';
  id: string;
  name: string;
  shape: Shape;
  feed: Pick<TileFeed, 'get'>;
  /** what the viewer has chosen: the subscription comes with it */
  filters: Readonly<Record<string, FilterValue>>;
  open: boolean;
  onClose: () => void;
}
type Op = 'gt' | 'gte' | 'lt' | 'lte' | 'eq' | 'ne';
interface Values {
  subscriptionName: string;
  every: Plan['every'];
  on?: number;
  at: Dayjs;
  userIds: string[];
  channels?: Subscription['channels'];
  /** `tile measure` */
  measure?: string;
  op?: Op;
  value?: number | null;
}

const EVERY = [
  { value: 'day', label: '每天' },
  { value: 'workday', label: '每个工作日' },
  { value: 'week', label: '每周' },
  { value: 'month', label: '每月' },
];
const OPS: { value: Op; label: string }[] = [
  { value: 'gt', label: '大于' },
  { value: 'gte', label: '大于等于' },
  { value: 'lt', label: '小于' },
  { value: 'lte', label: '小于等于' },
  { value: 'eq', label: '等于' },
  { value: 'ne', label: '不等于' },
];
const CHANNELS = { notice: '站内消息', mail: '邮件' } as const;
const OUTCOMES: Record<string, { text: string; color: string }> = {
  sent: { text: '已发送', color: 'success' },
  skipped: { text: '未发送', color: 'default' },
  failed: { text: '失败', color: 'error' },
};

/** Measures of the document that a condition may look at, named and written as in the answers that the page has. */
const measuresOf = (shape: Shape, feed: Pick<TileFeed, 'get'>) =>
  [...shape.tiles.values()].flatMap((tile) => {
    const columns = feed.get(tile.key).data?.columns;
    return tile.chart.measures.map((slot, n) => {
      const column = columns?.find(({ key }) => key === `m${n}`);
      const format = slot.format ?? column?.format ?? null;
      const modifier = slot.modifier ?? column?.modifier ?? null;
      const name = slot.alias || column?.name || slot.col;
      return { value: `${tile.key} m${n}`, label: `${tile.name} · ${name}`, format, modifier };
    });
  });
type Measure = ReturnType<typeof measuresOf>[number];

/** What a threshold is counted in: the figure itself, without 万 or percent. */
const unitOf = (measure: Measure | undefined): string | undefined => measure?.format?.unit || undefined;
/** A threshold as the chart writes figures; undefined where that says nothing more than the number. */
function writtenOf(measure: Measure | undefined, value: number | null | undefined): string | undefined {
  if (!measure || typeof value !== 'number') return undefined;
  const text = formatNumber(value, measure.format, measure.modifier);
  return text === `${value}${unitOf(measure) ?? ''}` ? undefined : text;
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

function Row({ one, measures }: { one: Subscription; measures: readonly Measure[] }) {
  const [isOpen, setOpen] = useState(false);
  const update = useWrite(subscriptionApi.update, { overlay: false });
  const remove = useWrite(subscriptionApi.remove, { overlay: false });
  const now = useWrite(subscriptionApi.send, { onSuccess: ({ message }) => toast.info(message) });
  const isOn = one.status === '1';
  const { condition } = one;
  const measure = condition && measures.find(({ value }) => value === `${condition.key} ${condition.measure}`);
  const facts = [
    planText(one.cron),
    `${one.people.map(({ name }) => name).join('、')}`,
    one.channels.map((channel) => CHANNELS[channel]).join('和'),
    ...(condition
      ? [
          `仅当 ${measure?.label ?? '指标'} ${OPS.find(({ value }) => value === condition.op)?.label ?? ''} ${formatNumber(condition.value, measure?.format, measure?.modifier)}`,
        ]
      : []),
    ...(isOn && one.nextTime ? [`下次 ${minute(one.nextTime) ?? ''}`] : []),
  ];
  const toggle = () =>
    update.mutate({
      body: {
        id: one.id,
        version: one.version,
        subscriptionName: one.subscriptionName,
        cron: one.cron,
        filters: one.filters,
        userIds: one.userIds,
        channels: one.channels,
        condition,
        status: isOn ? '0' : '1',
      },
    });
  const ask = async () => {
    if (await confirmDialog({ content: `确定删除订阅“${one.subscriptionName}”吗？`, danger: true }))
      remove.mutate({ params: { id: one.id } });
  };
  const outcome = one.lastOutcome ? OUTCOMES[one.lastOutcome] : undefined;
  return (
    <li>
      <div className="subscribe-head">
        <BellOutlined />
        <b>{one.subscriptionName}</b>
        {!isOn && <Tag>已禁用</Tag>}
        {outcome && (
          <Tooltip title={one.lastMessage}>
            <Tag color={outcome.color}>上次{condition && one.lastOutcome === 'sent' ? '已检查' : outcome.text}</Tag>
          </Tooltip>
        )}
        <span>
          <Tooltip title="立即发送">
            <Button
              type="text"
              size="small"
              icon={<SendOutlined />}
              aria-label="立即发送"
              loading={now.isPending}
              onClick={() => now.mutate({ params: { id: one.id } })}
            />
          </Tooltip>
          <Tooltip title="发送记录">
            <Button type="text" size="small" icon={<HistoryOutlined />} aria-label="发送记录" onClick={() => setOpen(!isOpen)} />
          </Tooltip>
          <Tooltip title={isOn ? '禁用' : '启用'}>
            <Button
              type="text"
              size="small"
              icon={isOn ? <PauseCircleOutlined /> : <PlayCircleOutlined />}
              aria-label={isOn ? '禁用' : '启用'}
              loading={update.isPending}
              onClick={toggle}
            />
          </Tooltip>
          <Tooltip title="删除">
            <Button
              type="text"
              size="small"
              danger
              icon={<DeleteOutlined />}
              aria-label="删除"
              loading={remove.isPending}
              onClick={() => void ask()}
            />
          </Tooltip>
        </span>
      </div>
      <p className="social-note">{facts.join(' · ')}</p>
      {isOpen && <Runs id={one.id} />}
    </li>
  );
}

/** Subscriptions of a document: when, to whom, on what condition. */
export function SubscribeDialog({ entity, id, name, shape, feed, filters, open, onClose }: SubscribeDialogProps) {
  const [form] = Form.useForm<Values>();
  const every = Form.useWatch('every', form) ?? 'day';
  const measure = Form.useWatch('measure', form);
  const threshold = Form.useWatch('value', form);
  const measures = measuresOf(shape, feed);
  const looked = measures.find(({ value }) => value === measure);
  const written = writtenOf(looked, threshold);
  const list = useCall(subscriptionApi.list, { query: { entityType: entity, entityId: id } }, { enabled: open });
  const ways = useCall(subscriptionApi.channels, {}, { enabled: open });
  const create = useWrite(subscriptionApi.create, { onSuccess: () => form.resetFields() });
  const make = (values: Values) => {
    const [key, slot] = values.measure?.split(' ') ?? [];
    create.mutate({
      body: {
        entityType: entity,
        entityId: id,
        subscriptionName: values.subscriptionName,
        cron: cronOf({ every: values.every, on: values.on ?? (values.every === 'week' ? 2 : 1), at: values.at.format('HH:mm') }),
        filters: { ...filters },
        userIds: values.userIds,
        channels: values.channels ?? ['notice'],
        condition: key && slot ? { key, measure: slot, op: values.op ?? 'gt', value: values.value ?? 0 } : null,
      },
    });
  };
  return (
    <Modal open={open} onCancel={onClose} title={`订阅 · ${name}`} footer={null} width={720} destroyOnHidden>
      <Form
        form={form}
        layout="vertical"
        className="subscribe-form"
        onFinish={make}
        initialValues={{ every: 'day', at: dayjs('2026-01-01T08:00:00'), op: 'gt' }}
      >
        <Form.Item name="subscriptionName" label="订阅名称" rules={[{ required: true, whitespace: true, message: '请填写订阅名称' }]}>
          <Input maxLength={64} />
        </Form.Item>
        <Form.Item label="发送时间" required>
          <div className="subscribe-when">
            <Form.Item name="every" noStyle>
              <Select options={EVERY} onChange={() => form.setFieldValue('on', undefined)} aria-label="频率" />
            </Form.Item>
            {every === 'week' && (
              <Form.Item name="on" noStyle initialValue={2}>
                <Select options={WEEKDAYS.map((label, n) => ({ value: n + 1, label }))} aria-label="星期" />
              </Form.Item>
            )}
            {every === 'month' && (
              <Form.Item name="on" noStyle initialValue={1}>
                <Select options={Array.from({ length: 28 }, (_, n) => ({ value: n + 1, label: `${n + 1} 日` }))} aria-label="日期" />
              </Form.Item>
            )}
            <Form.Item name="at" noStyle rules={[{ required: true, message: '请选择时间' }]}>
              <TimePicker format="HH:mm" minuteStep={5} allowClear={false} aria-label="时间" />
            </Form.Item>
          </div>
        </Form.Item>
        <Form.Item
          className="subscribe-wide"
          name="userIds"
          label="接收人"
          extra="只能选择有权查看的人；每人收到的是自己数据权限内的结果"
          rules={[{ required: true, type: 'array', min: 1, message: '请选择接收人' }]}
        >
          <PeopleSelect entity={entity} id={id} placeholder="按姓名或账号搜索" aria-label="接收人" />
        </Form.Item>
        {ways.data?.mail && (
          <Form.Item
            className="subscribe-wide"
            name="channels"
            label="发送方式"
            initialValue={['notice']}
            rules={[{ required: true, type: 'array', min: 1, message: '请选择发送方式' }]}
          >
            <Checkbox.Group options={Object.entries(CHANNELS).map(([value, label]) => ({ value, label }))} />
          </Form.Item>
        )}
        <Form.Item className="subscribe-wide" label="仅当达到条件时发送">
          <div className="subscribe-if">
            <Form.Item name="measure" noStyle>
              <Select
                allowClear
                options={measures.map(({ value, label }) => ({ value, label }))}
                placeholder="不限，每次都发送"
                aria-label="指标"
              />
            </Form.Item>
            {measure && (
              <>
                <Form.Item name="op" noStyle>
                  <Select options={OPS} aria-label="比较" />
                </Form.Item>
                <Form.Item name="value" noStyle rules={[{ required: true, message: '请填写数值' }]}>
                  <InputNumber placeholder="数值" aria-label="数值" suffix={unitOf(looked)} />
                </Form.Item>
                {written && <span className="subscribe-written">即 {written}</span>}
              </>
            )}
          </div>
        </Form.Item>
        <div className="subscribe-wide">
          <Button type="primary" htmlType="submit" loading={create.isPending}>
            新增订阅
          </Button>
        </div>
      </Form>
      {list.isPending && <p className="social-note">正在加载…</p>}
      {list.error && (
        <p className="social-note" role="alert">
          {list.error.message}
          <Button type="link" size="small" onClick={() => void list.refetch()}>
            重试
          </Button>
        </p>
      )}
      {list.data?.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有订阅" />}
      <ul className="subscribe-list">
        {list.data?.map((one) => (
          <Row key={one.id} one={one} measures={measures} />
        ))}
      </ul>
    </Modal>
  );
}
