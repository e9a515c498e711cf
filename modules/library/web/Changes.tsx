import './library.css';
import type { Change } from '../contract/version.ts';

const WHAT = { added: ['tag-ok', '新增'], removed: ['tag-bad', '删除'], changed: ['tag-accent', '修改'], moved: ['', '移动'] } as const;

/** Changes between two versions, line by line. */
export function ChangeLines({ changes, more }: { changes: readonly Change[]; more: number }) {
  if (changes.length === 0) return <p className="muted">内容没有变化。</p>;
  return (
    <ul className="lib-changes">
      {changes.map((change, n) => (
        // lines have no identity of their own and never change while they are shown
        <li key={n}>
          <span className={`tag ${WHAT[change.what][0]}`}>{WHAT[change.what][1]}</span>
          <span>
            {change.subject}“{change.name}” {change.details.length > 0 && <span className="muted">{change.details.join('、')}</span>}
          </span>
        </li>
      ))}
      {more > 0 && <li className="muted">另有 {more} 处变化</li>}
    </ul>
  );
}
