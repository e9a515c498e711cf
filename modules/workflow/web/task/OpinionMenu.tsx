import { DeleteOutlined, DownOutlined, EditOutlined } from '@ant-design/icons';
import { Button, Checkbox, Drawer, Dropdown, Form, Input, List } from 'antd';
import { useState } from 'react';
import type { ReplyOf } from '#kit/web/client.ts';
import { useCan } from '#kit/web/can.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall, useWrite } from '#kit/web/use-call.ts';
import { api } from '../api.ts';

type Opinion = ReplyOf<typeof api.opinion.list>[number];

/** 常用意见: takes one over, and keeps them. */
export function OpinionMenu({ onPick }: { onPick: (text: string) => void }) {
  const [isKeeping, setKeeping] = useState(false);
  const opinions = useCall(api.opinion.list, {}, { staleTime: 60_000 });
  const items = (opinions.data ?? []).map(({ id, text }) => ({ key: id, label: text, onClick: () => onPick(text) }));
  const keep = { key: 'keep', label: '维护常用意见', onClick: () => setKeeping(true) };
  return (
    <>
      <Dropdown menu={{ items: items.length > 0 ? [...items, { type: 'divider' }, keep] : [keep] }} trigger={['click']}>
        <Button type="link" size="small">
          常用意见 <DownOutlined aria-hidden />
        </Button>
      </Dropdown>
      {isKeeping && <OpinionDrawer opinions={opinions} onClose={() => setKeeping(false)} />}
    </>
  );
}

interface OpinionDrawerProps {
  opinions: ReturnType<typeof useCall<typeof api.opinion.list>>;
  onClose: () => void;
}
function OpinionDrawer({ opinions, onClose }: OpinionDrawerProps) {
  const [edited, setEdited] = useState<Opinion | null>(null);
  const remove = useWrite(api.opinion.remove, { refreshes: [api.opinion.list], onSuccess: () => toast.success('已删除') });
  return (
    <Drawer open title="常用意见" onClose={onClose}>
      <OpinionForm key={edited?.id ?? 'new'} edited={edited} onDone={() => setEdited(null)} />
      {opinions.error && <StateView kind="error" inline error={opinions.error} onRetry={() => void opinions.refetch()} />}
      <List<Opinion>
        dataSource={opinions.data ?? []}
        loading={opinions.isPending}
        locale={{ emptyText: '还没有常用意见' }}
        renderItem={(one) => (
          <List.Item
            key={one.id}
            actions={
              one.mayEdit
                ? [
                    <Button
                      key="edit"
                      type="text"
                      icon={<EditOutlined />}
                      aria-label={`修改 ${one.text}`}
                      onClick={() => setEdited(one)}
                    />,
                    <Button
                      key="remove"
                      type="text"
                      icon={<DeleteOutlined />}
                      aria-label={`删除 ${one.text}`}
                      disabled={remove.isPending}
                      onClick={() => remove.mutate({ params: { id: one.id } })}
                    />,
                  ]
                : []
            }
          >
            {one.text}
            {one.isShared && <span className="muted">（公共）</span>}
          </List.Item>
        )}
      />
    </Drawer>
  );
}

function OpinionForm({ edited, onDone }: { edited: Opinion | null; onDone: () => void }) {
  const can = useCan();
  const [form] = Form.useForm<{ text: string; isShared?: boolean }>();
  const done = () => {
    form.resetFields();
    onDone();
  };
  const create = useWrite(api.opinion.create, { refreshes: [api.opinion.list], onSuccess: done });
  const update = useWrite(api.opinion.update, { refreshes: [api.opinion.list], onSuccess: done });
  const save = ({ text, isShared = false }: { text: string; isShared?: boolean }) =>
    edited ? update.mutate({ params: { id: edited.id }, body: { text } }) : create.mutate({ body: { text, isShared } });
  return (
    <Form form={form} layout="vertical" initialValues={{ text: edited?.text ?? '', isShared: false }} onFinish={save}>
      <Form.Item name="text" label={edited ? '修改意见' : '新的意见'} rules={[{ required: true, whitespace: true, message: '请填写意见' }]}>
        <Input.TextArea rows={2} maxLength={200} showCount />
      </Form.Item>
      {!edited && can.perm('workflow:opinion:share') && (
        <Form.Item name="isShared" valuePropName="checked">
          <Checkbox>所有人可用</Checkbox>
        </Form.Item>
      )}
      <Button type="primary" htmlType="submit" loading={create.isPending || update.isPending}>
        {edited ? '保存' : '添加'}
      </Button>
    </Form>
  );
}
