import { DatabaseOutlined } from '@ant-design/icons';
import { Button, Form, Input, Modal, Select } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Can } from '#kit/web/can.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { useWrite } from '#kit/web/use-call.ts';
import { useOnce } from '#kit/web/use-once.ts';
import { api as setApi } from '#modules/datasets/web/parts.ts';
import type { FormSchema } from '../../contract/schema.ts';
import { subforms } from '../../core/index.ts';
import { api } from '../api.ts';

interface Props {
  form: { readonly id: string; readonly formName: string; readonly schema: FormSchema };
}
/** 建数据集: of the records of a form, or of the rows of one of its sub-tables. */
export function SetButton({ form }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Can call={api.stats.makeSet}>
      <Button icon={<DatabaseOutlined />} onClick={() => setOpen(true)}>
        建数据集
      </Button>
      {isOpen && <SetDialog form={form} onClose={() => setOpen(false)} />}
    </Can>
  );
}

const MAIN = '';
interface Values {
  setName: string;
  subId: string;
}
function SetDialog({ form, onClose }: Props & { onClose: () => void }) {
  const [fields] = Form.useForm<Values>();
  const navigate = useNavigate();
  const make = useWrite(api.stats.makeSet, {
    refreshes: [setApi.dataSet.page],
    onSuccess: ({ id, setName }) => {
      toast.success(`已建立数据集“${setName}”`);
      onClose();
      void navigate(`/visual/dataset/build/${id}`);
    },
  });
  const keep = useOnce(make.isPending, ({ setName, subId }: Values) =>
    make.mutate({ params: { id: form.id }, body: { setName, ...(subId !== MAIN && { subId }) } }),
  );
  const subs = subforms(form.schema);
  return (
    <Modal open title="用填报数据建数据集" okText="建立" confirmLoading={make.isPending} onOk={fields.submit} onCancel={onClose}>
      <Form form={fields} layout="vertical" initialValues={{ setName: form.formName, subId: MAIN }} onFinish={keep}>
        <Form.Item name="setName" label="数据集名称" rules={[{ required: true, whitespace: true, message: '请填写数据集名称' }]}>
          <Input maxLength={50} />
        </Form.Item>
        {subs.length > 0 && (
          <Form.Item name="subId" label="数据">
            <Select
              options={[
                { value: MAIN, label: '填报记录，每条一行' },
                ...subs.map(({ id, label }) => ({ value: id, label: `${label}，每行明细一行，带上所属记录` })),
              ]}
            />
          </Form.Item>
        )}
        <p className="muted">数据实时更新，审批未通过的不计入；谁能看到哪些字段由数据授权和脱敏规则决定。</p>
      </Form>
    </Modal>
  );
}
