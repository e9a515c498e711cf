import type { DragEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { DateText } from './DateText.tsx';
import './board-card.css';

interface BoardCardProps {
  name: string;
  /** where the whole card leads; null = nowhere for this reader */
  to: string | null;
  /** a window of its own, as builders have */
  opens?: 'here' | 'window';
  /** what the link does, where its name is not enough: 配置“经营总览” */
  label?: string;
  /** further words on the document, shown when the pointer rests on its name */
  hint?: string | null;
  /** 看板, 大屏, 图表 */
  kind?: string;
  /** picture or schematic of the document, 288 : 150; null = empty document */
  picture: ReactNode | null;
  /** screens are dark in both modes */
  isDark?: boolean;
  /** state of the document, beside its few words: nothing lies over the picture */
  badges?: ReactNode;
  /** links along the lower edge of the picture, while the pointer or the focus is on the card */
  links?: ReactNode;
  /** a few words: type and data set, number of tiles */
  detail?: string;
  /** when it was last changed or opened */
  at?: string | null;
  /** owner or state, beside the time */
  note?: ReactNode;
  /** menu of the card */
  actions?: ReactNode;
  /** makes the card something that can be dragged */
  onDragStart?: (event: DragEvent) => void;
}

/** A board, screen or chart as a card: its picture, its name as the link, kind and time. */
export function BoardCard(props: BoardCardProps) {
  const { picture, isDark = false, badges, links, kind, detail, at, note, actions, onDragStart } = props;
  return (
    <article className="panel board-card" draggable={onDragStart !== undefined} onDragStart={onDragStart}>
      <div className="board-card-top">
        <div className={isDark ? 'board-card-picture dark' : 'board-card-picture'} aria-hidden>
          {picture ?? <span className="muted">还没有内容</span>}
        </div>
        {links && <div className="board-card-links">{links}</div>}
      </div>
      <div className="board-card-line">
        <CardName {...props} />
        {kind && <small>{kind}</small>}
      </div>
      {(detail !== undefined || badges) && (
        <div className="board-card-line">
          <small className="cut" title={detail}>
            {detail}
          </small>
          {badges && <span className="board-card-badges">{badges}</span>}
        </div>
      )}
      <div className="board-card-line">
        <small>{at !== undefined && <DateText value={at} />}</small>
        <small className="cut">{note}</small>
        {actions && <span className="board-card-actions">{actions}</span>}
      </div>
    </article>
  );
}

/** The name as the link, which covers the card, so that the whole card is clickable. */
function CardName({ name, to, opens = 'here', label, hint }: BoardCardProps) {
  const title = hint ? `${name}\n${hint}` : name;
  if (to === null)
    return (
      <b className="cut" title={title}>
        {name}
      </b>
    );
  return (
    <Link
      to={to}
      className="cut"
      title={title}
      aria-label={label}
      draggable={false}
      {...(opens === 'window' && { target: '_blank', rel: 'noreferrer' })}
    >
      {name}
    </Link>
  );
}
