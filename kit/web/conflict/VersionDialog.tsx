import { useQuery } from '@tanstack/react-query';
import { useDict } from '../dict/use-dict.ts';
import { choicesQuery } from '../form/choices.ts';
import { minute, plainText } from '../format.ts';
import { Missing } from '../Tag.tsx';
import type { FormField } from '../form/types.ts';
import type { TreeOption } from '../table/types.ts';
import { otherSide, type Conflict } from './conflict.ts';
import { ConflictDialog } from './ConflictDialog.tsx';

interface VersionDialogProps {
  fields: readonly FormField<any>[];
  mine: Readonly<Record<string, unknown>>;
  conflict: Conflict;
  busy: boolean;
  /** my version wins */
  onOverwrite: () => void;
  /** the form takes the other version */
  onTakeTheirs: () => void;
  onBack: () => void;
}

const same = (a: unknown, b: unknown) => (plainText(a) ?? '') === (plainText(b) ?? '');

/** Version conflict of a form: both versions side by side, field by field. */
export function VersionDialog({ fields, mine, conflict, busy, onOverwrite, onTakeTheirs, onBack }: VersionDialogProps) {
  const { theirs, changed } = conflict;
  const other = otherSide(changed);
  const known = fields.filter((field) => field.field in theirs);
  const differing = known.filter((field) => !same(mine[field.field], theirs[field.field]));
  return (
    <ConflictDialog
      what="条数据"
      changed={changed}
      busy={busy}
      onMine={onOverwrite}
      onTheirs={known.length > 0 ? onTakeTheirs : undefined}
      onBack={onBack}
    >
      {known.length === 0 && <p>您没有查看这条数据的权限，看不到{other}的修改。</p>}
      {known.length > 0 && differing.length === 0 && (
        <p>
          {other}保存的内容与您的相同，可以直接采用{other}的版本。
        </p>
      )}
      {differing.length > 0 && (
        <table className="versions">
          <thead>
            <tr>
              <th scope="col">字段</th>
              <th scope="col">我的版本</th>
              <th scope="col">{other}的版本</th>
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
    </ConflictDialog>
  );
}

const flat = (options: readonly TreeOption[]): TreeOption[] => options.flatMap((option) => [option, ...flat(option.children ?? [])]);

function ValueText({ field, value }: { field: FormField<any>; value: unknown }) {
  const dict = useDict(field.dict);
  const { data: loaded = [] } = useQuery(choicesQuery(field));
  if (field.widget === 'switch') return value === '1' || value === true ? '开' : '关';
  if (field.widget === 'password') return plainText(value) === null ? <Missing /> : '******';
  if (field.widget === 'time') return minute(value) ?? <Missing />;
  const labels = [
    ...flat(field.options ?? field.tree ?? loaded),
    ...dict.items.map((item) => ({ value: item.itemText, label: item.itemValue })),
  ];
  const labelOf = (one: unknown) => labels.find((option) => option.value === one)?.label ?? one;
  return plainText(Array.isArray(value) ? value.map(labelOf) : labelOf(value)) ?? <Missing />;
}
