import { Input, Modal } from 'antd';
import { useState } from 'react';
import { toast } from '#kit/web/dialog.tsx';

/** What is asked for a name, and what is done with it. */
export interface Naming {
  title: string;
  initial: string;
  save: (name: string) => Promise<unknown>;
}

/** Asks for one name. */
export function NameDialog({
  title,
  initial,
  save,
  onClose,
  onSaved,
  most = 32,
}: Naming & { onClose: () => void; onSaved: () => unknown; most?: number }) {
  const [text, setText] = useState(initial);
  const [isBusy, setBusy] = useState(false);
  const submit = async () => {
    if (!text.trim() || isBusy) return;
    setBusy(true);
    try {
      await save(text.trim());
      toast.success('保存成功');
      onClose();
      await onSaved();
    } catch {
      // the request layer has said why; the dialog stays
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={title}
      okText="保存"
      cancelText="取消"
      onOk={() => void submit()}
      onCancel={onClose}
      confirmLoading={isBusy}
      okButtonProps={{ disabled: !text.trim() }}
      width={420}
    >
      <Input
        aria-label="名称"
        autoFocus
        value={text}
        maxLength={most}
        showCount
        onChange={(event) => setText(event.target.value)}
        onPressEnter={() => void submit()}
      />
    </Modal>
  );
}
