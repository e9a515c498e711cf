import { Button, Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { useEntityPage } from '#kit/web/entity-page/use-entity-page.ts';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowOf } from '#kit/web/table/types.ts';
import { Tag, type Tone } from '#kit/web/Tag.tsx';
import { useWrite } from '#kit/web/use-call.ts';
import { api } from './api.ts';

const STATES: Record<'outbox' | 'waiting' | 'sent' | 'failed', readonly [label: string, tone: Tone]> = {
  outbox: ['仅存发件箱', 'idle'],
  waiting: ['等待发送', 'accent'],
  sent: ['已发送', 'calm'],
  failed: ['发送失败', 'bad'],
};

const sms = { page: api.captcha.smsPage };
type Row = RowOf<typeof sms>;

const options = {
  label: '短信',
  nameField: 'phone' as const,
  search: [
    { field: 'phone', label: '手机号码' },
    {
      field: 'state',
      label: '发送状态',
      options: Object.entries(STATES).map(([value, [label]]) => ({ value, label })),
    },
  ],
  columns: [
    { field: 'phone' as const, title: '手机号码', width: 150 },
    { field: 'content' as const, title: '内容' },
    { field: 'username' as const, title: '账号', width: 120 },
    { field: 'nickname' as const, title: '昵称', width: 120 },
    {
      field: 'state' as const,
      title: '发送状态',
      width: 110,
      render: (row: Row) => <Tag tone={STATES[row.state][1]}>{STATES[row.state][0]}</Tag>,
    },
    { field: 'result' as const, title: '发送结果', width: 180 },
    { field: 'expireTime' as const, title: '有效至', kind: 'second' as const, width: 170, hidden: true },
    { field: 'createTime' as const, title: '时间', kind: 'second' as const, width: 170 },
  ],
};

/** 短信发件箱, and the test message that the gateway must have taken before codes are asked for. */
export default function SmsPage() {
  const list = useEntityPage(sms, options);
  const can = useCan();
  const [isTesting, setTesting] = useState(false);
  return (
    <div className="panel list-page">
      <ListActions<Row> list={list}>
        {can(api.captcha.smsTest) && <Button onClick={() => setTesting(true)}>发送测试短信</Button>}
      </ListActions>
      <EntityTable<Row> list={list} />
      {isTesting && (
        <TestMessage
          onClose={() => {
            setTesting(false);
            void list.refresh();
          }}
        />
      )}
    </div>
  );
}

function TestMessage({ onClose }: { onClose: () => void }) {
  const [form] = Form.useForm<{ phone: string }>();
  const test = useWrite(api.captcha.smsTest, {
    onSuccess: () => {
      toast.success('短信网关已接收测试短信，请在手机上核对');
      onClose();
    },
  });
  const handleOk = async () => {
    const body = await form.validateFields().catch(() => null);
    if (body) test.mutate({ body });
  };
  return (
    <Modal
      open
      title="发送测试短信"
      okText="发送"
      cancelText="取消"
      confirmLoading={test.isPending}
      onOk={() => void handleOk()}
      onCancel={onClose}
    >
      <Form form={form} layout="vertical" requiredMark={false}>
        <Form.Item
          name="phone"
          label="手机号码"
          extra="用当前的短信网关参数发送一条验证码短信；成功后才能启用登录短信验证码"
          rules={[{ required: true, pattern: /^1[3-9]\d{9}$/, message: '请输入正确的手机号码' }]}
        >
          <Input placeholder="请输入" maxLength={11} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
