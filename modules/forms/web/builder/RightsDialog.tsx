import { Modal, Select } from 'antd';
import { useState } from 'react';
import type { ApprovalProcess } from '../../contract/record.ts';
import { FILLER, type FormApproval, type FormSchema } from '../../contract/schema.ts';
import { FIELD_KINDS } from '../../contract/kinds.ts';
import { rightFields, rightsOf, type FieldRight } from '../../core/index.ts';

type Rights = FormApproval['rights'];
interface Props {
  schema: FormSchema;
  process: ApprovalProcess;
  rights: Rights;
  onSave: (rights: Rights) => void;
  onClose: () => void;
}
const ALL = [
  { value: 'edit' as const, label: '可编辑' },
  { value: 'read' as const, label: '只读' },
  { value: 'hidden' as const, label: '隐藏' },
];
/** 字段权限: fields down, who fills in and the steps of the process across. */
export default function RightsDialog({ schema, process, rights, onSave, onClose }: Props) {
  const [draft, setDraft] = useState(rights);
  const places = [{ id: FILLER, name: '填报人' }, ...process.nodes];
  const drafted: FormSchema = { ...schema, settings: { ...schema.settings, approval: { processKey: process.key, rights: draft } } };
  const standing = new Map(places.map(({ id }) => [id, rightsOf(drafted, id === FILLER ? null : id)]));
  const put = (place: string, ids: readonly string[], right: FieldRight) =>
    setDraft((before) => ({ ...before, [place]: { ...before[place], ...Object.fromEntries(ids.map((id) => [id, right])) } }));
  const fields = rightFields(schema);
  const given = fields.filter(({ type }) => type !== 'formula' && type !== 'serial');
  const all = given.map(({ id }) => id);
  return (
    <Modal
      open
      width={Math.min(1100, 320 + places.length * 140)}
      title="字段权限"
      okText="保存"
      onOk={() => onSave(draft)}
      onCancel={onClose}
      styles={{ body: { maxHeight: '60vh', overflow: 'auto' } }}
    >
      <table className="making-rights">
        <thead>
          <tr>
            <th scope="col">字段</th>
            {places.map(({ id, name }) => (
              <th key={id} scope="col">
                <span className="cut" title={name}>
                  {name}
                </span>
                <AllOf name={name} onChange={(right) => put(id, all, right)} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field.id}>
              <th scope="row">
                <span className="cut">{field.label || FIELD_KINDS[field.type].label}</span>
              </th>
              {places.map(({ id, name }) => (
                <td key={id}>
                  <Select<FieldRight>
                    {...{ size: 'small', className: 'fill-wide', 'aria-label': `${name} ${field.label}` }}
                    value={standing.get(id)?.get(field.id) ?? 'edit'}
                    options={given.includes(field) ? ALL : ALL.slice(1)}
                    onChange={(right) => put(id, [field.id], right)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Modal>
  );
}

/** Sets every field of a place. */
function AllOf({ name, onChange }: { name: string; onChange: (right: FieldRight) => void }) {
  return (
    <Select<FieldRight>
      size="small"
      variant="borderless"
      aria-label={`${name} 全部字段`}
      placeholder="全部设为"
      value={null}
      options={ALL}
      onChange={onChange}
    />
  );
}
