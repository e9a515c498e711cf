import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { DateText } from './DateText.tsx';
import './board-card.css';

interface BoardCardProps {
  name: string;
  to: string;
  /** 看板, 大屏, 图表 */
  kind: string;
  /** thumbnail of the document, aspect ratio 288 : 150, without text; null = empty document */
  picture: ReactNode | null;
  /** screens are dark in both modes */
  isDark?: boolean;
  /** when it was last changed or opened */
  at?: string | null;
  /** owner or state, beside the time */
  note?: ReactNode;
  /** menu of the card */
  actions?: ReactNode;
}

/** A board, screen or chart as a card: its drawing, its name as the link, kind and time. */
export function BoardCard({ name, to, kind, picture, isDark = false, at, note, actions }: BoardCardProps) {
  return (
    <article className="panel board-card">
      <div className={isDark ? 'board-card-picture dark' : 'board-card-picture'} aria-hidden>
        {picture ?? <span className="muted">还没有内容</span>}
      </div>
      <div className="board-card-line">
        {/* the link covers the card, so that the whole card is clickable */}
        <Link to={to} className="cut" title={name}>
          {name}
        </Link>
        <small>{kind}</small>
      </div>
      <div className="board-card-line">
        <small>{at !== undefined && <DateText value={at} />}</small>
        <small>{note}</small>
        {actions && <span className="board-card-actions">{actions}</span>}
      </div>
    </article>
  );
}
