import { Alert, Modal, Skeleton } from 'antd';
import { toast } from '#kit/web/dialog.tsx';
import { useCall, useWrite, type CallReply } from '#kit/web/use-call.ts';
import { words } from '#kit/web/words.ts';
import { api } from '../api.ts';

export interface Move {
  dept: CallReply<typeof api.dept.tree>[number];
  parentId: string;
}

/** Shows what a move changes, then makes it. */
export function DeptMove({ move, onClose, onMoved }: { move: Move; onClose: () => void; onMoved: () => void }) {
  const { dept, parentId } = move;
  const preview = useCall(api.dept.movePreview, { params: { id: dept.id }, query: { parentId } }, { staleTime: 0 });
  const update = useWrite(api.dept.update, {
    onSuccess: () => {
      toast.success(words.saved);
      onMoved();
      onClose();
    },
  });
  const { data } = preview;
  const isImpossible = !data || data.problem !== null;
  return (
    <Modal
      open
      title={`移动部门：${dept.deptName}`}
      okText="移动"
      cancelText={words.cancel}
      okButtonProps={{ disabled: isImpossible, loading: update.isPending }}
      onOk={() => update.mutate({ params: { id: dept.id }, body: { ...dept, parentId } })}
      onCancel={onClose}
    >
      {preview.error && <Alert type="error" title={preview.error.message} />}
      {preview.isLoading && <Skeleton active paragraph={{ rows: 4 }} />}
      {data && (
        <>
          {data.problem && <Alert type="warning" title={data.problem} />}
          <dl className="facts grid">
            <div className="wide">
              <dt>原位置</dt>
              <dd>{data.fromPath.join(' / ')}</dd>
            </div>
            <div className="wide">
              <dt>新位置</dt>
              <dd>{data.toPath.join(' / ')}</dd>
            </div>
            <div className="wide">
              <dt>一同移动</dt>
              <dd>
                {data.deptCount} 个部门、{data.userCount} 名用户
              </dd>
            </div>
            <div className="wide">
              <dt>数据范围变化</dt>
              <dd>
                {data.gaining + data.losing === 0
                  ? '没有用户的数据范围因此变化'
                  : `${data.gaining} 名用户将能看到这些部门的数据，${data.losing} 名用户将不再能看到`}
              </dd>
            </div>
          </dl>
        </>
      )}
    </Modal>
  );
}
