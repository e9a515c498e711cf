import type { ReactNode } from 'react';
import { otherSide, type Changed } from '../conflict/conflict.ts';
import { ConflictDialog } from '../conflict/ConflictDialog.tsx';

/** What each side changed, a line each. */
export type Compared = readonly { readonly title: string; readonly lines: readonly string[] }[];

const MAX_LINES = 40;

interface Props {
  what: string;
  changed: Changed | null;
  busy: boolean;
  compared: Compared;
  actions?: ReactNode;
  /** the way that puts both together, where there is one */
  primary?: ReactNode;
  onMine: () => void;
  onTheirs?: () => void;
  onBack: () => void;
}

/** Two versions of one document: what differs, and which one is to hold. */
export function CompareDialog({ what, compared, primary, ...rest }: Props) {
  const other = otherSide(rest.changed);
  return (
    <ConflictDialog {...rest} primary={primary} what={`个${what}`} title={`${what}已被他人修改`}>
      {primary && <p>合并会保留双方的修改，同一处都改过的以您的为准。</p>}
      <div className="designer-sides">
        {compared.map((side) => (
          <Side key={side.title} {...side} />
        ))}
      </div>
      <p className="designer-note">
        采用{other}的版本可以撤销；覆盖后，{other}的修改可以在版本中找回。
      </p>
    </ConflictDialog>
  );
}

/** A side of the conflict: what somebody changed since both opened the same document. */
function Side({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <section>
      <h4 className="designer-side">{title}</h4>
      {lines.length === 0 ? (
        <p className="designer-note">内容没有变化</p>
      ) : (
        <ul className="designer-diff">
          {lines.slice(0, MAX_LINES).map((line, n) => (
            // two tiles of the same name are added with the same words
            // eslint-disable-next-line react/no-array-index-key
            <li key={n}>{line}</li>
          ))}
          {lines.length > MAX_LINES && <li>另有 {lines.length - MAX_LINES} 处</li>}
        </ul>
      )}
    </section>
  );
}
