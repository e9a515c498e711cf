import { Input, Modal } from 'antd';
import { useState } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import { uiTexts } from '#kit/web/ui-texts.ts';
import { useWrite } from '#kit/web/use-call.ts';
import { api } from '../api.ts';

/** Asks for a note and confirms changes. */
export function AckDialog({ ids, onClose }: { ids: readonly string[]; onClose: (done: boolean) => void }) {
  const [note, setNote] = useState('');
  const ack = useWrite(api.change.ack, {
    overlay: false,
    refreshes: [api.change.page, api.home.overview],
    onSuccess: ({ count }) => {
      toast.success(count === 0 ? '这些变更已经确认过了' : `已确认 ${count} 项变更`);
      onClose(true);
    },
  });
  return (
    <Modal
      open
      title="确认变更"
      okText="确认"
      cancelText={uiTexts.cancel}
      confirmLoading={ack.isPending}
      onOk={() => ack.mutate({ body: { ids: [...ids], note: note.trim() || null } })}
      onCancel={() => onClose(false)}
    >
      <p className="muted">确认表示已知晓 {ids.length} 项变更，并已核对对下游的影响。</p>
      <Input.TextArea
        aria-label="确认说明"
        placeholder="确认说明（选填）"
        maxLength={500}
        autoSize={{ minRows: 3, maxRows: 8 }}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </Modal>
  );
}
