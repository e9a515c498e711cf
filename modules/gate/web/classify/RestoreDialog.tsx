import { Form, Input, Modal, Select } from 'antd';
import { useState } from 'react';
import { PRESERVED_KINDS, type BlockCipher, type PreservedKind } from '#kit/core/mask/algorithms.ts';
import { useWrite } from '#kit/web/use-call.ts';
import { api } from '../api.ts';

const KINDS = Object.entries(PRESERVED_KINDS).map(([value, label]) => ({ value: value as PreservedKind, label }));

/** 还原密文: the clear text of a value of a reversible mask. Every restoration is in the operation log with its reason. */
export function RestoreDialog({ versions, onClose }: { versions: readonly number[]; onClose: () => void }) {
  const [algorithm, setAlgorithm] = useState<'encrypt' | 'preserve'>('encrypt');
  const [kind, setKind] = useState<PreservedKind>('mobile');
  const [cipher, setCipher] = useState<BlockCipher>('sm4');
  const [versionNo, setVersionNo] = useState<number | null>(null);
  const [value, setValue] = useState('');
  const [reason, setReason] = useState('');
  const [answer, setAnswer] = useState<{ text: string; isProblem: boolean } | null>(null);
  const restore = useWrite(api.maskRule.restore, { overlay: false, quiet: true });
  const submit = async () => {
    try {
      const reply = await restore.mutateAsync({ body: { algorithm, params: { kind, cipher }, value, versionNo, reason } });
      setAnswer({ text: reply.value, isProblem: false });
    } catch (error) {
      setAnswer({ text: error instanceof Error ? error.message : '还原失败，请重试', isProblem: true });
    }
  };
  return (
    <Modal
      open
      title="还原密文"
      okText="还原"
      cancelText="关闭"
      confirmLoading={restore.isPending}
      mask={{ closable: false }}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <Form layout="vertical" requiredMark={false}>
        <Form.Item label="算法" htmlFor="restore-algorithm">
          <Select
            id="restore-algorithm"
            value={algorithm}
            onChange={setAlgorithm}
            options={[
              { value: 'encrypt', label: '可逆加密（密文自带算法与密钥版本）' },
              { value: 'preserve', label: '保形加密' },
            ]}
          />
        </Form.Item>
        {algorithm === 'preserve' && (
          <div className="mask-line">
            <label>
              保形类型
              <Select value={kind} onChange={setKind} options={KINDS} />
            </label>
            <label>
              加密算法
              <Select<BlockCipher>
                value={cipher}
                onChange={setCipher}
                options={[
                  { value: 'sm4', label: 'SM4' },
                  { value: 'aes', label: 'AES-256' },
                ]}
              />
            </label>
            <label>
              密钥版本
              <Select
                allowClear
                placeholder="最新一版"
                value={versionNo}
                onChange={(next: number | undefined) => setVersionNo(next ?? null)}
                options={versions.map((version) => ({ value: version, label: `第${version}版` }))}
              />
            </label>
          </div>
        )}
        <Form.Item label="密文" htmlFor="restore-value">
          <Input.TextArea
            id="restore-value"
            className="mono"
            maxLength={5000}
            autoSize={{ minRows: 2, maxRows: 5 }}
            value={value}
            onChange={(event) => setValue(event.target.value)}
          />
        </Form.Item>
        <Form.Item label="还原原因（记入操作日志）" htmlFor="restore-reason">
          <Input id="restore-reason" maxLength={200} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Form.Item>
        {answer && (
          <div className="mask-preview">
            <output aria-label="还原结果" className={answer.isProblem ? 'problem' : 'mono'}>
              {answer.text}
            </output>
          </div>
        )}
      </Form>
    </Modal>
  );
}
