import { Button, Checkbox, Form, Input, InputNumber, Select, TimePicker } from 'antd';
import dayjs from 'dayjs';
import { useCall, useWrite } from '#kit/web/use-call.ts';
import { WEEKDAYS } from '#modules/datasets/web/parts.ts';
import { PeopleSelect } from './PeopleSelect.tsx';
import { subscriptionApi } from './social-api.ts';
import { FIRST_OF, subscriptionOf, takesFiles, type SubscriptionTarget, type SubscriptionValues } from './subscription-values.ts';
import { unitOf, writtenOf, type Measure } from './subscription-measures.ts';
import { ATTACHMENTS, CHANNELS, COMPARISONS, ONCE, REPEATS, ROBOTS } from './subscription-words.ts';

const EVERY = [
  { value: 'minutes', label: '每隔几分钟' },
  { value: 'hour', label: '每小时' },
  { value: 'day', label: '每天' },
  { value: 'workday', label: '每个工作日' },
  { value: 'week', label: '每周' },
  { value: 'month', label: '每月' },
];
const MINUTES = [5, 10, 15, 30].map((value) => ({ value, label: `${value} 分钟` }));
const DAYS_OF_MONTH = Array.from({ length: 28 }, (_, n) => ({ value: n + 1, label: `${n + 1} 日` }));

interface Props {
  target: SubscriptionTarget;
  /** what a condition can look at */
  measures: readonly Measure[];
}

/** A new subscription: its name, when, to whom, by which channels and on what condition. */
export function SubscriptionForm({ target, measures }: Props) {
  const [form] = Form.useForm<SubscriptionValues>();
  const create = useWrite(subscriptionApi.create, { onSuccess: () => form.resetFields() });
  return (
    <Form
      form={form}
      layout="vertical"
      className="subscribe-form"
      onFinish={(values) => create.mutate({ body: subscriptionOf(values, target) })}
      initialValues={{ every: 'day', at: dayjs('2026-01-01T08:00:00'), op: 'gt' }}
    >
      <Form.Item name="subscriptionName" label="订阅名称" rules={[{ required: true, whitespace: true, message: '请填写订阅名称' }]}>
        <Input maxLength={64} />
      </Form.Item>
      <WhenItem />
      <ReceiverItems target={target} />
      <ConditionItem measures={measures} />
      <div className="subscribe-wide">
        <Button type="primary" htmlType="submit" loading={create.isPending}>
          新增订阅
        </Button>
      </div>
    </Form>
  );
}

function WhenItem() {
  const form = Form.useFormInstance<SubscriptionValues>();
  const every = Form.useWatch('every', form) ?? 'day';
  return (
    <Form.Item label="发送时间" required>
      <div className="subscribe-when">
        <Form.Item name="every" noStyle>
          <Select options={EVERY} onChange={() => form.setFieldValue('on', undefined)} aria-label="频率" />
        </Form.Item>
        {every === 'minutes' && (
          <Form.Item name="on" noStyle initialValue={FIRST_OF.minutes}>
            <Select options={MINUTES} aria-label="间隔" />
          </Form.Item>
        )}
        {every === 'week' && (
          <Form.Item name="on" noStyle initialValue={FIRST_OF.week}>
            <Select options={WEEKDAYS.map((label, n) => ({ value: n + 1, label }))} aria-label="星期" />
          </Form.Item>
        )}
        {every === 'month' && (
          <Form.Item name="on" noStyle initialValue={1}>
            <Select options={DAYS_OF_MONTH} aria-label="日期" />
          </Form.Item>
        )}
        {every !== 'minutes' && every !== 'hour' && (
          <Form.Item name="at" noStyle rules={[{ required: true, message: '请选择时间' }]}>
            <TimePicker format="HH:mm" minuteStep={5} allowClear={false} aria-label="时间" />
          </Form.Item>
        )}
      </div>
    </Form.Item>
  );
}

/** Who gets it, and how, where there is more than one way. */
function ReceiverItems({ target: { entity, id } }: Pick<Props, 'target'>) {
  const form = Form.useFormInstance<SubscriptionValues>();
  const channels = Form.useWatch('channels', form) ?? ['notice'];
  const webhookKind = Form.useWatch('webhookKind', form) ?? null;
  const ways = useCall(subscriptionApi.channels, { query: { entityType: entity } });
  const open = Object.entries(CHANNELS).filter(([way]) => way === 'notice' || ways.data?.[way as 'mail' | 'webhook']);
  const toPeople = channels.some((way) => way !== 'webhook');
  return (
    <>
      {open.length > 1 && (
        <Form.Item
          className="subscribe-wide"
          name="channels"
          label="发送方式"
          initialValue={['notice']}
          rules={[{ required: true, type: 'array', min: 1, message: '请选择发送方式' }]}
        >
          <Checkbox.Group options={open.map(([value, label]) => ({ value, label }))} />
        </Form.Item>
      )}
      {toPeople && (
        <Form.Item
          className="subscribe-wide"
          name="userIds"
          label="接收人"
          extra="只能选择有权查看的人；每人收到的是自己数据权限内的结果"
          rules={[{ required: true, type: 'array', min: 1, message: '请选择接收人' }]}
        >
          <PeopleSelect entity={entity} id={id} placeholder="按姓名或账号搜索" aria-label="接收人" />
        </Form.Item>
      )}
      {channels.includes('webhook') && <RobotItems />}
      {takesFiles({ channels, webhookKind }) && <FilesItem entity={entity} />}
    </>
  );
}

/** The robot of a chat group: what it shows follows from the rights of who makes the subscription. */
function RobotItems() {
  return (
    <>
      <Form.Item name="webhookKind" label="群机器人" rules={[{ required: true, message: '请选择群机器人' }]}>
        <Select options={Object.entries(ROBOTS).map(([value, label]) => ({ value, label }))} placeholder="请选择" aria-label="群机器人" />
      </Form.Item>
      <Form.Item name="webhookSecret" label="加签密钥" extra="机器人开启加签时填写">
        <Input.Password autoComplete="off" maxLength={500} aria-label="加签密钥" />
      </Form.Item>
      <Form.Item
        className="subscribe-wide"
        name="webhookAddress"
        label="机器人地址"
        extra="群里所有人看到的是您的数据权限内的结果；地址的主机须先在系统管理的外部地址中登记，保存后不再显示"
        rules={[{ required: true, whitespace: true, message: '请填写机器人地址' }]}
      >
        <Input.Password autoComplete="off" maxLength={2000} aria-label="机器人地址" />
      </Form.Item>
    </>
  );
}

/** What comes along; the pictures of screens are large and move, so that only their data go out. */
function FilesItem({ entity }: { entity: SubscriptionTarget['entity'] }) {
  const open = Object.entries(ATTACHMENTS).filter(([kind]) => entity === 'board' || kind === 'xlsx');
  const extra = '按接收人的数据权限生成，接收人须有导出权限；企业微信只发图片，钉钉和飞书不发附件';
  return (
    <Form.Item className="subscribe-wide" name="attachments" label="附件" extra={extra}>
      <Checkbox.Group options={open.map(([value, label]) => ({ value, label }))} />
    </Form.Item>
  );
}

function ConditionItem({ measures }: Pick<Props, 'measures'>) {
  const form = Form.useFormInstance<SubscriptionValues>();
  const measure = Form.useWatch('measure', form);
  const threshold = Form.useWatch('value', form);
  const looked = measures.find(({ value }) => value === measure);
  const written = writtenOf(looked, threshold);
  return (
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
              <Select options={[...COMPARISONS]} aria-label="比较" />
            </Form.Item>
            <Form.Item name="value" noStyle rules={[{ required: true, message: '请填写数值' }]}>
              <InputNumber placeholder="数值" aria-label="数值" suffix={unitOf(looked)} />
            </Form.Item>
            {written && <span className="subscribe-written">即 {written}</span>}
            <Form.Item name="repeat" noStyle initialValue={ONCE}>
              <Select options={[...REPEATS]} aria-label="持续达到条件时" />
            </Form.Item>
          </>
        )}
      </div>
    </Form.Item>
  );
}
