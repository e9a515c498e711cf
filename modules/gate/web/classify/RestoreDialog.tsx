import { Form, Input, Modal, Select } from 'antd';
import { useState } from 'react';
import { PRESERVED_KINDS, type BlockCipher, type PreservedKind } from '#kit/core/mask/algorithms.ts';
import { useWrite } from '#kit/web/use-call.ts';
import { api } from '../api.ts';

const KINDS = Object.entries(PRESERVED_KINDS).map(([value, label]) => ({ value: value as PreservedKind, label }));
const CIPHERS: { value: BlockCipher; label: string }[] = [
  { value: 'sm4', label: 'SM4' },
  { value: 'aes', label: 'AES-256' },
];
const ALGORITHMS: { value: 'encrypt' | 'preserve'; label: string }[] = [
  { value: 'encrypt', label: '可逆加密（密文自带算法与密钥版本）' },
  { value: 'preserve', label: '保形加密' },
];

/** How the value was made. */
interface How {
  readonly algorithm: 'encrypt' | 'preserve';
  readonly kind: PreservedKind;
  readonly cipher: BlockCipher;
  /** null = the newest key */
  readonly versionNo: number | null;
}
const FIRST: How = { algorithm: 'encrypt', kind: 'mobile', cipher: 'sm4', versionNo: null };

/** 还原密文: the clear text of a value of a reversible mask. Every restoration is in the operation log with its reason. */
export function RestoreDialog({ versions, onClose }: { versions: readonly number[]; onClose: () => void }) {
  const [how, setHow] = useState(FIRST);
  const [value, setValue] = useState('');
  const [reason, setReason] = useState('');
  const [answer, setAnswer] = useState<{ text: string; isProblem: boolean } | null>(null);
  const restore = useWrite(api.maskRule.restore, { overlay: false, quiet: true });
  const submit = async () => {
    const { kind, cipher, ...rest } = how;
    try {
      const reply = await restore.mutateAsync({ body: { ...rest, params: { kind, cipher }, value, reason } });
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
        <HowFields how={how} versions={versions} onChange={(change) => setHow({ ...how, ...change })} />
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
          <div className="mask-restored">
            <output aria-label="还原结果" className={answer.isProblem ? 'problem' : 'mono'}>
              {answer.text}
            </output>
          </div>
        )}
      </Form>
    </Modal>
  );
}

interface HowProps {
  how: How;
  versions: readonly number[];
  onChange: (change: Partial<How>) => void;
}
function HowFields({ how, versions, onChange }: HowProps) {
  return (
    <>
      <Form.Item label="算法" htmlFor="restore-algorithm">
        <Select id="restore-algorithm" value={how.algorithm} onChange={(algorithm) => onChange({ algorithm })} options={ALGORITHMS} />
      </Form.Item>
      {how.algorithm === 'preserve' && (
        <>
          <Form.Item label="保形类型" htmlFor="restore-kind">
            <Select id="restore-kind" value={how.kind} onChange={(kind) => onChange({ kind })} options={KINDS} />
          </Form.Item>
          <div className="mask-line">
            <Form.Item label="加密算法" htmlFor="restore-cipher">
              <Select id="restore-cipher" value={how.cipher} onChange={(cipher) => onChange({ cipher })} options={CIPHERS} />
            </Form.Item>
            <Form.Item label="密钥版本" htmlFor="restore-version">
              <Select
                id="restore-version"
                allowClear
                placeholder="最新一版"
                value={how.versionNo}
                onChange={(versionNo: number | undefined) => onChange({ versionNo: versionNo ?? null })}
                options={versions.map((version) => ({ value: version, label: `第${version}版` }))}
              />
            </Form.Item>
          </div>
        </>
      )}
    </>
  );
}
