import type { ReactNode } from 'react';
import { Missing } from '../Tag.tsx';
import './parts.css';

interface PersonTextProps {
  /** nickname; null = nobody */
  name: string | null | undefined;
  /** department or account, in grey after the name */
  note?: ReactNode;
  /** the person who looks: reads 你 */
  isYou?: boolean;
  /** the account no longer exists */
  isGone?: boolean;
  /** the name alone, for dense lists and running text */
  bare?: boolean;
}

/** A person: neutral avatar with the first character, name, department. Never coloured, since colours mean states. */
export function PersonText({ name, note, isYou = false, isGone = false, bare = false }: PersonTextProps) {
  if (!name) return <Missing />;
  return (
    <span className="person">
      {!bare && (
        <span className="avatar" aria-hidden>
          {name.slice(0, 1)}
        </span>
      )}
      {isGone ? <del title="账号已删除">{name}</del> : <span className={isYou ? 'person-you' : undefined}>{isYou ? '你' : name}</span>}
      {note && <small>{note}</small>}
    </span>
  );
}
