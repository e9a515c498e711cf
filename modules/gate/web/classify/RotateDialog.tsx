import { Alert, Form, Input, Modal, Radio } from 'antd';
import { useState, type ReactNode } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import { useWrite } from '#kit/web/use-call.ts';
import { api } from '../api.ts';

const ORIGINS = [
  { value: 'made', label: '平台随机生成' },
  { value: 'given', label: '人工录入' },
] as const;
type Origin = (typeof ORIGINS)[number]['value'];

/** 轮换密钥: a new version, made by the platform or given by a person. */
export function RotateDialog({ onClose }: { onClose: () => void }) {
  const [origin, setOrigin] = useState<Origin>('made');
  const [secret, setSecret] = useState('');
  const [remark, setRemark] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const rotate = useWrite(api.maskKey.rotate, { overlay: false, quiet: true });
  const submit = async () => {
    try {
      const { versionNo } = await rotate.mutateAsync({ body: { secret: origin === 'given' ? secret.trim() : null, remark } });
      toast.success(`已启用第${versionNo}版密钥`);
      onClose();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : '轮换失败，请重试');
    }
  };
  return (
    <Question isBusy={rotate.isPending} onSubmit={() => void submit()} onClose={onClose}>
      <Form.Item label="密钥来源">
        <Radio.Group
          value={origin}
          options={[...ORIGINS]}
          onChange={(event) => {
            setOrigin(event.target.value as Origin);
            setProblem(null);
          }}
        />
      </Form.Item>
      {origin === 'given' && (
        <Form.Item htmlFor="mask-secret" label="密钥（64位十六进制，保存后不能查看）">
          <Input.Password id="mask-secret" autoComplete="new-password" value={secret} onChange={(event) => setSecret(event.target.value)} />
        </Form.Item>
      )}
      <Form.Item htmlFor="mask-remark" label="备注" validateStatus={problem ? 'error' : undefined} help={problem}>
        <Input id="mask-remark" maxLength={200} value={remark} onChange={(event) => setRemark(event.target.value)} />
      </Form.Item>
    </Question>
  );
}

function Question(props: { isBusy: boolean; onSubmit: () => void; onClose: () => void; children: ReactNode }) {
  return (
    <Modal
      open
      title="轮换密钥"
      okText="轮换"
      cancelText="取消"
      confirmLoading={props.isBusy}
      mask={{ closable: false }}
      onOk={props.onSubmit}
      onCancel={props.onClose}
    >
      <Form layout="vertical" requiredMark={false}>
        <Form.Item>
          <Alert
            type="warning"
            showIcon
            title="轮换后，令牌化和保形加密的结果会改变，与以前导出的数据不能再按脱敏值关联。旧版密钥保留，仍可还原。"
          />
        </Form.Item>
        {props.children}
      </Form>
    </Modal>
  );
}
