import { Confirm } from '../parts/Confirm.tsx';
import { uiTexts } from '../ui-texts.ts';

const NAMES_SHOWN = 5;
/** from this number of rows on, deletion requires typing a word */
const TYPED_FROM = 21;
const WORD = '删除';

interface DeleteDialogProps {
  label: string;
  names: readonly string[];
  busy: boolean;
  onOk: () => void;
  onCancel: () => void;
}

/** Confirmation before rows are deleted; lists their names. */
export function DeleteDialog({ label, names, busy, onOk, onCancel }: DeleteDialogProps) {
  const shown = names
    .slice(0, NAMES_SHOWN)
    .map((name) => `“${name}”`)
    .join('、');
  const rest = names.length > NAMES_SHOWN ? `等 ${names.length} 条${label}` : '';
  return (
    <Confirm
      danger
      title={uiTexts.prompt}
      verb={WORD}
      {...(names.length >= TYPED_FROM ? { typed: { label: '', name: WORD } } : {})}
      busy={busy}
      onOk={onOk}
      onCancel={onCancel}
    >
      <p>
        删除{rest ? '' : label}
        {shown}
        {rest}？
      </p>
    </Confirm>
  );
}
