import { Input, Modal } from 'antd';
import { useState } from 'react';
import { useOnce } from '../use-once.ts';
import { uiTexts } from '../ui-texts.ts';

const NAMES_SHOWN = 5;
/** from this number of rows on, deletion requires typing a word */
const TYPED_FROM = 21;
const WORD = '删除';

interface DeleteDialogProps {
  label: string;
  names: readonly string[];
  busy: boolean;
  onOk: () => void;
  onCancel: () => void;
}

/** Confirmation before rows are deleted; lists their names. */
export function DeleteDialog({ label, names, busy, onOk, onCancel }: DeleteDialogProps) {
  const [typed, setTyped] = useState('');
  const handleOk = useOnce(busy, onOk);
  const mustType = names.length >= TYPED_FROM;
  const shown = names
    .slice(0, NAMES_SHOWN)
    .map((name) => `“${name}”`)
    .join('、');
  const rest = names.length > NAMES_SHOWN ? `等 ${names.length} 条${label}` : '';
  return (
    <Modal
      open
      title={uiTexts.prompt}
      okText={uiTexts.ok}
      cancelText={uiTexts.cancel}
      okButtonProps={{ danger: true, disabled: mustType && typed !== WORD }}
      confirmLoading={busy}
      onOk={handleOk}
      onCancel={onCancel}
      width={440}
    >
      <p>
        确定删除{rest ? '' : label}
        {shown}
        {rest}吗？
      </p>
      {mustType && (
        <label>
          数量较多，请输入“{WORD}”确认
          <Input aria-label="输入删除确认" value={typed} onChange={(event) => setTyped(event.target.value)} />
        </label>
      )}
    </Modal>
  );
}
