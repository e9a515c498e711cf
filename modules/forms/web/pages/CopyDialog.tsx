import { Form, Input, Modal } from 'antd';
import { toast } from '#kit/web/dialog.tsx';
import { serverProblems } from '#kit/web/form/schema-rules.ts';
import { useWrite } from '#kit/web/use-call.ts';
import { useOnce } from '#kit/web/use-once.ts';
import { api } from '../api.ts';

interface Props {
  form: { readonly id: string; readonly formName: string; readonly formCode: string };
  onClose: (copied: string | null) => void;
}
interface Values {
  formName: string;
  formCode: string;
}
/** A new form that begins as another one is now; its records are its own. */
export function CopyDialog({ form, onClose }: Props) {
  const [fields] = Form.useForm<Values>();
  const copy = useWrite(api.form.copy, {
    quiet: true,
    onSuccess: ({ id }) => {
      toast.success('已复制');
      onClose(id);
    },
    onError: (error) => {
      const known = serverProblems(error.detail).filter(({ field }) => field === 'formName' || field === 'formCode');
      fields.setFields(known.map(({ field, message }) => ({ name: field as 'formName' | 'formCode', errors: [message] })));
      if (known.length === 0) toast.error(error.message);
    },
  });
  const keep = useOnce(copy.isPending, (body: Values) => copy.mutate({ params: { id: form.id }, body }));
  return (
    <Modal
      open
      title={`复制“${form.formName}”`}
      okText="复制"
      confirmLoading={copy.isPending}
      onOk={fields.submit}
      onCancel={() => onClose(null)}
    >
      <Form
        form={fields}
        layout="vertical"
        initialValues={{ formName: `${form.formName} 副本`.slice(0, 50), formCode: `${form.formCode}_copy`.slice(0, 30) }}
        onFinish={keep}
      >
        <Form.Item name="formName" label="表单名称" rules={[{ required: true, whitespace: true, message: '请填写表单名称' }]}>
          <Input maxLength={50} />
        </Form.Item>
        <Form.Item
          name="formCode"
          label="表单编码"
          rules={[
            {
              required: true,
              pattern: /^[a-z][a-z0-9_]{1,29}$/,
              message: '表单编码由小写字母、数字和下划线组成，以字母开头，2 到 30 个字符',
            },
          ]}
        >
          <Input className="mono" maxLength={30} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
