import { Input, Modal } from 'antd';
import { useState } from 'react';
import { useOnce } from '#kit/web/use-once.ts';
import { uiTexts } from '#kit/web/ui-texts.ts';

const WORD = '彻底删除';

interface PurgeDialogProps {
  /** what is removed, by name */
  text: string;
  busy: boolean;
  onOk: () => void;
  onCancel: () => void;
}

/** The last question before rows are gone for good: nobody answers it by reflex. */
export function PurgeDialog({ text, busy, onOk, onCancel }: PurgeDialogProps) {
  const [typed, setTyped] = useState('');
  const handleOk = useOnce(busy, onOk);
  return (
    <Modal
      open
      title={uiTexts.prompt}
      okText="彻底删除"
      cancelText={uiTexts.cancel}
      okButtonProps={{ danger: true, disabled: typed !== WORD }}
      confirmLoading={busy}
      onOk={handleOk}
      onCancel={onCancel}
      width={440}
    >
      <p>确定彻底删除{text}吗？删除后无法恢复。</p>
      <label>
        请输入“{WORD}”确认
        <Input aria-label="输入彻底删除确认" value={typed} onChange={(event) => setTyped(event.target.value)} />
      </label>
    </Modal>
  );
}
