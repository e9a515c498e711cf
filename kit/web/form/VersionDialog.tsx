import { Button, Modal } from 'antd';
import { useDict } from '../dict/use-dict.ts';
import { plainText } from '../format.ts';
import { Missing } from '../Tag.tsx';
import type { FormField } from './types.ts';

type Record_ = Record<string, unknown>;

interface VersionDialogProps {
  fields: readonly FormField<any>[];
  mine: Record_;
  theirs: Record_;
  busy: boolean;
  /** my version wins */
  onOverwrite: () => void;
  /** the form takes the other version */
  onTakeTheirs: () => void;
  onBack: () => void;
}

const same = (a: unknown, b: unknown) => (plainText(a) ?? '') === (plainText(b) ?? '');

/** Somebody else saved the row meanwhile: shows both versions field by field and lets the person choose. */
export function VersionDialog({ fields, mine, theirs, busy, onOverwrite, onTakeTheirs, onBack }: VersionDialogProps) {
  const differing = fields.filter((field) => !same(mine[field.field], theirs[field.field]));
  return (
    <Modal
      open
      width={640}
      title="数据已被他人修改"
      onCancel={onBack}
      footer={
        <div className="form-foot">
          <div className="actions">
            <Button onClick={onBack}>返回修改</Button>
            <Button onClick={onTakeTheirs}>采用对方</Button>
            <Button type="primary" danger loading={busy} onClick={onOverwrite}>
              覆盖
            </Button>
          </div>
        </div>
      }
    >
      {differing.length === 0 ? (
        <p>对方保存的内容与您的相同，可以直接采用对方的版本。</p>
      ) : (
        <table className="versions">
          <thead>
            <tr>
              <th scope="col">字段</th>
              <th scope="col">我的版本</th>
              <th scope="col">对方的版本</th>
            </tr>
          </thead>
          <tbody>
            {differing.map((field) => (
              <tr key={field.field}>
                <th scope="row">{field.label}</th>
                <td className="mine">
                  <ValueText field={field} value={mine[field.field]} />
                </td>
                <td className="theirs">
                  <ValueText field={field} value={theirs[field.field]} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Modal>
  );
}

function ValueText({ field, value }: { field: FormField<any>; value: unknown }) {
  const dict = useDict(field.dict);
  if (field.widget === 'switch') return value === '1' || value === true ? '开' : '关';
  const labels = (field.options ?? []).concat(dict.items.map((item) => ({ value: item.itemText, label: item.itemValue })));
  const labelOf = (one: unknown) => labels.find((option) => option.value === one)?.label ?? one;
  return plainText(Array.isArray(value) ? value.map(labelOf) : labelOf(value)) ?? <Missing />;
}
