import { FieldInput } from '#kit/web/form/FieldInput.tsx';
import type { FieldProps, FormField, InputOf } from '#kit/web/form/types.ts';
import type { TreeOption } from '#kit/web/table/types.ts';
import type { CallReply } from '#kit/web/use-call.ts';
import type { api } from '../api.ts';
import { AccountSelect } from '../user/AccountSelect.tsx';
import { MoveEffect } from './MoveEffect.tsx';
import { useMovePreview } from './use-move-preview.ts';

type Row = CallReply<typeof api.dept.tree>[number];

/** The fields of the department form; `parents` are the places where it can be. */
export const deptFields = (parents: readonly TreeOption[], editing: Row | undefined): readonly FormField<InputOf<typeof api.dept>>[] => [
  {
    field: 'parentId',
    label: '上级部门',
    wide: true,
    render: (props) =>
      editing ? <ParentWithEffect {...props} parents={parents} dept={editing} /> : <ParentPicker {...props} parents={parents} />,
  },
  { field: 'deptName', label: '部门名称' },
  { field: 'deptNo', label: '部门编码', placeholder: '例如 10001' },
  {
    field: 'leaderId',
    label: '负责人',
    render: (props) => (
      <AccountSelect
        {...props}
        present={editing?.leaderId ? { id: editing.leaderId, name: editing.leaderName ?? editing.leaderId } : null}
      />
    ),
  },
  { field: 'phone', label: '联系电话' },
  { field: 'sortNo', label: '排序', widget: 'number', initial: 0 },
  { field: 'status', label: '状态', widget: 'switch', dict: 'sys_common_status', initial: '1' },
  { field: 'remark', label: '备注', widget: 'area', wide: true },
];

interface ParentPickerProps extends FieldProps {
  parents: readonly TreeOption[];
}

const ParentPicker = ({ parents, ...props }: ParentPickerProps) => (
  <FieldInput field={{ field: 'parentId', label: '上级部门', widget: 'tree', tree: parents }} {...props} />
);

/** Another parent is a move: what it changes is shown before saving. */
function ParentWithEffect({ dept, ...props }: ParentPickerProps & { dept: Row }) {
  const preview = useMovePreview(dept, props.value as string | undefined);
  return (
    <>
      <ParentPicker {...props} />
      {props.value && props.value !== dept.parentId && (
        <div className="move-effect">
          <MoveEffect preview={preview} />
        </div>
      )}
    </>
  );
}
