import { Input, Modal } from 'antd';
import { useState } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall, useRefresh } from '#kit/web/use-call.ts';
import { api } from './api.ts';
import { ChangeLines } from './Changes.tsx';
import type { LibraryKind } from './kind.ts';

interface Props {
  of: LibraryKind;
  id: string;
  name: string;
  /** version that the page knows; a stale one is refused */
  version: number;
  /** false = nothing is published yet */
  isPublished: boolean;
  onClose: () => void;
  onPublished?: (result: { version: number; versionNo: number }) => void;
}

/** Shows what viewers will see changed, takes a name for the version, and publishes. */
export function PublishDialog({ of, id, name, version, isPublished, onClose, onPublished }: Props) {
  const { kind, label, calls, publishing } = of;
  const diff = useCall(
    api.version.diff,
    { params: { kind, id }, query: { from: 'published', to: 'draft' } },
    { enabled: isPublished, staleTime: 0 },
  );
  const [title, setTitle] = useState('');
  const [isBusy, setBusy] = useState(false);
  const refresh = useRefresh();
  const publish = async () => {
    if (isBusy || !publishing) return;
    setBusy(true);
    try {
      const result = await publishing.publish(id, { version, name: title });
      toast.success(result.versionNo === null ? '已提交审批，通过后发布' : `发布成功，版本 ${result.versionNo}`);
      if (result.versionNo !== null) onPublished?.({ ...result, versionNo: result.versionNo });
      onClose();
      await refresh(calls.page, api.version.page, api.version.diff, api.home.overview);
    } catch {
      // the request layer has said why
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={`发布${label} · ${name}`}
      okText="发布"
      cancelText="取消"
      onOk={() => void publish()}
      onCancel={onClose}
      confirmLoading={isBusy}
      width={560}
    >
      {!isPublished && <p>首次发布。发布后，有查看权限的人就能打开它；之后的修改在再次发布前不会影响他们。</p>}
      {isPublished && <p className="muted">与当前发布的版本相比：</p>}
      {isPublished && diff.error && <StateView kind="error" error={diff.error} onRetry={() => void diff.refetch()} />}
      {isPublished && diff.isLoading && <StateView kind="loading" rows={4} />}
      {isPublished && diff.data && <ChangeLines {...diff.data} />}
      <Input
        aria-label="版本名称"
        style={{ marginTop: 16 }}
        placeholder="版本名称（可选），例如 三季度口径"
        maxLength={64}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        onPressEnter={() => void publish()}
      />
    </Modal>
  );
}
