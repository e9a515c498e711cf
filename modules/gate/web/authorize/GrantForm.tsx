import { Button, Checkbox, Input } from 'antd';
import { useState } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { EntityForm } from '#kit/web/form/EntityForm.tsx';
import type { FieldProps, FormField, InputOf } from '#kit/web/form/types.ts';
import { count } from '#kit/web/format.ts';
import type { Opened } from '#kit/web/table/list-state.ts';
import type { RowOf } from '#kit/web/table/types.ts';
import { useCall } from '#kit/web/use-call.ts';
import { ACTION_LABELS, FILTER_VARIABLES, GRANT_ACTIONS, SUBJECT_LABELS, type SubjectType } from '../../contract/authorize.ts';
import { api } from '../api.ts';
import { ObjectSelect, objectValue, splitObject, SubjectSelect } from './pickers.tsx';

type In = InputOf<typeof api.authorize>;
type Row = RowOf<typeof api.authorize>;

const fields: readonly FormField<In>[] = [
  {
    field: 'subjectType',
    label: '授权给',
    widget: 'radio',
    options: (['role', 'dept', 'user'] as const).map((value) => ({ value, label: SUBJECT_LABELS[value] })),
    initial: 'role',
    fixedOnEdit: true,
  },
  {
    field: 'subjectId',
    label: '主体',
    hint: '授权给部门时，下级部门同样有效',
    fixedOnEdit: true,
    render: (props, values) => <SubjectSelect key={values.subjectType} {...props} type={values.subjectType ?? 'role'} />,
  },
  { field: 'objectId', label: '对象', wide: true, render: (props, _, row) => <ObjectInput {...props} row={row} /> },
  { field: 'actions', label: '动作', wide: true, initial: ['meta', 'preview', 'query'], render: (props) => <ActionsInput {...props} /> },
  {
    field: 'rowFilter',
    label: '行过滤条件',
    wide: true,
    section: '范围与期限',
    hint: `只能使用本表字段与变量 ${FILTER_VARIABLES.join('、')}；同一张表的多条授权按“或”合并`,
    render: (props, values, row) => <FilterInput {...props} object={objectOf(values.objectId, row)} />,
  },
  { field: 'beginTime', label: '生效时间', widget: 'time', hint: '不填为立即生效' },
  { field: 'endTime', label: '失效时间', widget: 'time', hint: '不填为长期有效' },
  { field: 'status', label: '状态', widget: 'switch', initial: '1' },
  { field: 'remark', label: '备注', widget: 'area', wide: true },
];

interface GrantFormProps {
  opened: Opened;
  subject: { type: SubjectType; id: string } | null;
  onClose: () => void;
}

/** A grant with everything it can have. */
export function GrantForm({ opened, subject, onClose }: GrantFormProps) {
  return (
    <EntityForm
      api={api.authorize}
      label="授权"
      fields={fields}
      opened={opened}
      initial={subject ? { subjectType: subject.type, subjectId: subject.id } : undefined}
      prepare={(values: In, row: Row | null) => {
        const picked = splitObject(String(values.objectId ?? ''));
        return { ...values, objectType: picked?.objectType ?? row?.objectType, objectId: picked?.objectId ?? values.objectId };
      }}
      onClose={onClose}
    />
  );
}

type StoredRow = Readonly<Record<string, unknown>> | null;
/** What a grant is about: as it was picked, or as it is stored, with type and id apart. */
function objectOf(value: unknown, row: StoredRow): { objectType: string; objectId: string } | null {
  const text = String(value ?? '');
  const isStored = text !== '' && text === row?.['objectId'];
  return splitObject(text) ?? (isStored ? { objectType: String(row['objectType']), objectId: text } : null);
}

function ObjectInput({ row, value, ...props }: FieldProps & { row: StoredRow }) {
  const object = objectOf(value, row);
  const picked = object ? objectValue(object.objectType, object.objectId) : value;
  const stored = useCall(
    api.authorize.page,
    { query: { objectId: String(value ?? ''), pageSize: 1 } },
    { enabled: typeof value === 'string' && value !== '' && !splitObject(value) },
  );
  return <ObjectSelect {...props} value={picked} label={stored.data?.data[0]?.objectName} />;
}

function ActionsInput({ value, onChange, disabled }: FieldProps) {
  const can = useCan();
  const chosen = (value ?? []) as string[];
  return (
    <Checkbox.Group
      disabled={disabled}
      value={[...new Set(['meta', ...chosen])]}
      onChange={onChange}
      options={GRANT_ACTIONS.map((action) => ({
        value: action,
        label: ACTION_LABELS[action],
        disabled: action === 'meta' || (action === 'unmask' && !can.perm('metadata:dataauthorize:unmask')),
      }))}
    />
  );
}

type Tried = { text: string; isProblem: boolean };

/** The condition, and how many rows it leaves. */
function FilterInput({ id, value, onChange, disabled, object }: FieldProps & { object: ReturnType<typeof objectOf> }) {
  const [tried, setTried] = useState<Tried | null>(null);
  const [isBusy, setBusy] = useState(false);
  const tableId = object?.objectType === 'table' ? object.objectId : null;
  const text = String(value ?? '').trim();
  const attempt = async () => {
    if (tableId === null || text === '') return;
    setBusy(true);
    try {
      const reply = await api.authorize.tryFilter({ body: { tableId, rowFilter: text } }, { quiet: true, overlay: false });
      setTried({ text: `共 ${count(Number(reply.before))} 行，过滤后 ${count(Number(reply.after))} 行`, isProblem: false });
    } catch (error) {
      setTried({ text: error instanceof Error ? error.message : '试算失败，请稍后重试', isProblem: true });
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="filter-input">
      <Input.TextArea
        id={id}
        className="mono"
        disabled={disabled}
        autoSize={{ minRows: 2, maxRows: 6 }}
        placeholder="例如 city = '杭州' 或 owner_id = ${user.id}，不填为全部行"
        value={value ?? ''}
        onChange={(event) => {
          setTried(null);
          onChange?.(event.target.value);
        }}
      />
      <div>
        <Button size="small" loading={isBusy} disabled={tableId === null || text === ''} onClick={() => void attempt()}>
          试算
        </Button>
        <span role="status" className={tried?.isProblem ? 'problem' : 'muted'}>
          {tried?.text ?? (tableId === null && text !== '' ? '选择一张表后可以试算' : '')}
        </span>
      </div>
    </div>
  );
}
