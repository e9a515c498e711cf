import { Input, Modal } from 'antd';
import { useState } from 'react';
import { useOnce } from '#kit/web/use-once.ts';
import { uiTexts } from '#kit/web/ui-texts.ts';

const WORD = '彻底删除';

interface PurgeDialogProps {
  /** what is removed, in words */
  text: string;
  /** the name of what is removed, which is typed to confirm; null where several things are removed or it has none */
  name: string | null;
  busy: boolean;
  onOk: () => void;
  onCancel: () => void;
}

/** The last question before rows are gone for good: nobody answers it by reflex. */
export function PurgeDialog({ text, name, busy, onOk, onCancel }: PurgeDialogProps) {
  const [typed, setTyped] = useState('');
  const asked = name?.trim() || WORD;
  const handleOk = useOnce(busy, onOk);
  return (
    <Modal
      open
      title={uiTexts.prompt}
      okText="彻底删除"
      cancelText={uiTexts.cancel}
      okButtonProps={{ danger: true, disabled: typed.trim() !== asked }}
      confirmLoading={busy}
      onOk={handleOk}
      onCancel={onCancel}
      width={440}
    >
      <p>确定彻底删除{text}吗？删除后无法恢复。</p>
      <label>
        请输入“{asked}”确认
        <Input
          aria-label={name?.trim() ? '输入名称确认' : '输入彻底删除确认'}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
    </Modal>
  );
}
