import { useMemo } from 'react';
import { Missing } from '#kit/web/Tag.tsx';
import { diffCounts, diffLines } from '#kit/core/text/diff-lines.ts';

interface Values {
  readonly fieldName: string;
  readonly fieldOldValue: string | null;
  readonly fieldNewValue: string | null;
}
const isLong = (value: string | null): boolean => value !== null && (value.includes('\n') || value.length > 160);
/** Whole texts, whose lines are compared. */
const isText = ({ fieldName, fieldOldValue, fieldNewValue }: Values): boolean =>
  fieldName === 'viewSql' || fieldName === 'routineBody' || isLong(fieldOldValue) || isLong(fieldNewValue);

const One = ({ value, as: As }: { value: string | null; as: 'del' | 'ins' }) =>
  value === null ? <Missing /> : <As className="diff-value">{value}</As>;

/** Before → after in one line of a list; of whole texts only how much of them changed. */
export function DiffCell(change: Values) {
  if (isText(change)) return <TextCounts {...change} />;
  const { fieldOldValue, fieldNewValue } = change;
  return (
    <span className="diff-cell" title={`${fieldOldValue ?? '—'} → ${fieldNewValue ?? '—'}`}>
      <One value={fieldOldValue} as="del" />
      <span className="diff-arrow">→</span>
      <One value={fieldNewValue} as="ins" />
    </span>
  );
}

function TextCounts({ fieldOldValue, fieldNewValue }: Values) {
  const { added, removed } = useMemo(() => diffCounts(diffLines(fieldOldValue ?? '', fieldNewValue ?? '')), [fieldOldValue, fieldNewValue]);
  return (
    <span className="diff-cell">
      <ins className="num">+{added}</ins> <del className="num diff-plain">−{removed}</del> <span className="muted">行</span>
    </span>
  );
}

/** Before and after as people read them at leisure: values below each other, whole texts line by line. */
export function DiffBlock(change: Values) {
  if (isText(change)) return <TextDiff before={change.fieldOldValue ?? ''} after={change.fieldNewValue ?? ''} />;
  return (
    <div className="diff-block">
      <div>
        <span className="muted">变更前</span>
        <One value={change.fieldOldValue} as="del" />
      </div>
      <div>
        <span className="muted">变更后</span>
        <One value={change.fieldNewValue} as="ins" />
      </div>
    </div>
  );
}

const SIGNS = { both: ' ', removed: '−', added: '+' } as const;
/** Two texts line by line. */
export function TextDiff({ before, after }: { before: string; after: string }) {
  const lines = useMemo(() => diffLines(before, after), [before, after]);
  return (
    <pre className="diff-text" tabIndex={0} aria-label="文本差异">
      {lines.map((line, index) => (
        <span key={`${index}${line.kind}`} className={`diff-line ${line.kind}`}>
          <i aria-hidden>{SIGNS[line.kind]}</i>
          {line.text}
          {'\n'}
        </span>
      ))}
    </pre>
  );
}
