import { Modal } from 'antd';
import { toast } from '#kit/web/dialog.tsx';
import { useWrite } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { ImpactList } from './ImpactList.tsx';
import { labelsOf, type ElementRow } from './element-texts.tsx';
import { UsesList } from '../uses/UsesList.tsx';

/** Says what publishing a draft changes and which columns it concerns, before it is submitted. */
export function PublishDialog({ row, onClose }: { row: ElementRow; onClose: () => void }) {
  const submit = useWrite(api.standardElement.submit, {
    refreshes: [api.binding.page, api.standardElement.page],
    onSuccess: ({ flowStatus, versionNo }) => {
      toast.success(flowStatus === '3' ? '已提交审核，通过后生效' : `已发布第 ${versionNo ?? 1} 版，立即生效`);
      onClose();
    },
  });
  return (
    <Modal
      open
      width={760}
      className="impact-dialog"
      title={`发布“${row.elementName}”V${(row.versionNo ?? 0) + 1}`}
      okText="提交发布"
      okButtonProps={{ loading: submit.isPending }}
      onOk={() => submit.mutate({ params: { id: row.id } })}
      onCancel={onClose}
    >
      <p>{row.changed.length > 0 ? `修改 ${row.changed.length} 项：${labelsOf(row.changed)}。` : '发布后可以被引用和绑定。'}</p>
      <ImpactList id={row.id} action="publish" />
      {row.versionNo !== null && <UsesList of={{ elementId: row.id }} />}
    </Modal>
  );
}
