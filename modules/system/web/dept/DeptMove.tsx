import { Modal } from 'antd';
import { useState } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import { FieldInput } from '#kit/web/form/FieldInput.tsx';
import type { TreeOption } from '#kit/web/table/types.ts';
import { useWrite, type CallReply } from '#kit/web/use-call.ts';
import { uiTexts } from '#kit/web/ui-texts.ts';
import { api } from '../api.ts';
import { MoveEffect } from './MoveEffect.tsx';
import { useMovePreview } from './use-move-preview.ts';

export interface Move {
  dept: CallReply<typeof api.dept.tree>[number];
  /** where it was dropped; null = still to be chosen */
  parentId: string | null;
}

interface DeptMoveProps {
  move: Move;
  /** places where it can go */
  parents: readonly TreeOption[];
  onClose: () => void;
}

/** 移动: choose the new place, see what it changes, then do it. */
export function DeptMove({ move, parents, onClose }: DeptMoveProps) {
  const { dept } = move;
  const [parentId, setParentId] = useState(move.parentId);
  const preview = useMovePreview(dept, parentId);
  const update = useWrite(api.dept.update, {
    refreshes: [api.user.page],
    onSuccess: () => {
      toast.success(uiTexts.saved);
      onClose();
    },
  });
  const isPossible = preview.data !== undefined && preview.data.problem === null && !preview.isFetching;
  return (
    <Modal
      open
      title={`移动部门：${dept.deptName}`}
      okText="移动"
      cancelText={uiTexts.cancel}
      okButtonProps={{ disabled: !isPossible, loading: update.isPending }}
      onOk={() => parentId !== null && update.mutate({ params: { id: dept.id }, body: { ...dept, parentId } })}
      onCancel={onClose}
    >
      <div className="move-to">
        <label htmlFor="move-to">移动到</label>
        <FieldInput
          field={{ field: 'parentId', label: '上级部门', widget: 'tree', tree: parents, placeholder: '请选择新的上级部门' }}
          id="move-to"
          value={parentId ?? undefined}
          onChange={(next: string | undefined) => setParentId(next ?? null)}
        />
      </div>
      {parentId === dept.parentId && <p className="muted">与现在的上级部门相同</p>}
      <MoveEffect preview={preview} />
    </Modal>
  );
}
