import { Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import { serverProblems } from '#kit/web/form/schema-rules.ts';
import { useWrite } from '#kit/web/use-call.ts';
import { modelApi as api } from './api.ts';
import { withKey } from './design/files.ts';

interface Props {
  model: { readonly id: string; readonly name: string; readonly key: string };
  onClose: (copied: string | null) => void;
}
/** A new model that begins as another one is now; it is published by itself. */
export function CopyDialog({ model, onClose }: Props) {
  const [form] = Form.useForm<{ name: string; key: string }>();
  const [isReading, setReading] = useState(false);
  const create = useWrite(api.model.create, {
    onSuccess: ({ id }) => {
      toast.success('已复制');
      onClose(id);
    },
    quiet: true,
    onError: (error) => {
      const known = serverProblems(error.detail).filter(({ field }) => field === 'name' || field === 'key');
      form.setFields(known.map(({ field, message }) => ({ name: field as 'name' | 'key', errors: [message] })));
      if (known.length === 0) toast.error(error.message);
    },
  });
  const copy = async ({ name, key }: { name: string; key: string }) => {
    setReading(true);
    try {
      const { kind, tree, bpmnXml, categoryId, remark } = await api.model.get({ params: { id: model.id } });
      create.mutate({ body: { name, key, kind, tree: tree as never, bpmnXml: withKey(bpmnXml, key), categoryId, remark } });
    } finally {
      setReading(false);
    }
  };
  return (
    <Modal
      open
      title={`复制“${model.name}”`}
      okText="复制"
      confirmLoading={isReading || create.isPending}
      onOk={form.submit}
      onCancel={() => onClose(null)}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={{ name: `${model.name} 副本`.slice(0, 50), key: `${model.key}_copy`.slice(0, 50) }}
        onFinish={(values) => void copy(values)}
      >
        <Form.Item name="name" label="流程名称" rules={[{ required: true, whitespace: true, message: '请填写流程名称' }]}>
          <Input maxLength={50} />
        </Form.Item>
        <Form.Item
          name="key"
          label="流程标识"
          rules={[{ required: true, pattern: /^[A-Za-z_][\w.-]*$/, message: '流程标识由字母、数字和 _ . - 组成，以字母或下划线开头' }]}
        >
          <Input className="mono" maxLength={50} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
