import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { Line, NoticeDocument, Piece } from '../../contract/document.ts';
import { linkKind } from '../../core/link.ts';
import './document.css';

function marked(piece: Piece): ReactNode {
  let node: ReactNode = piece.text;
  if (piece.underline) node = <u>{node}</u>;
  if (piece.italic) node = <em>{node}</em>;
  if (piece.bold) node = <strong>{node}</strong>;
  // asked again where it is drawn: nothing that reached the database by another way becomes an address
  const kind = piece.link === undefined ? null : linkKind(piece.link);
  if (piece.link === undefined || kind === null) return node;
  if (kind === 'own') return <Link to={piece.link}>{node}</Link>;
  return (
    <a href={piece.link} target="_blank" rel="noopener noreferrer">
      {node}
    </a>
  );
}

const Pieces = ({ line }: { line: Line }) => line.map((piece, index) => <Fragment key={index}>{marked(piece)}</Fragment>);

const TAGS = { heading: 'h2', subheading: 'h3', quote: 'blockquote', paragraph: 'p', bullets: 'ul', numbers: 'ol' } as const;

/** The text of a notice, drawn element by element; it is never handed to the browser as HTML. */
export function DocumentView({ document }: { document: NoticeDocument }) {
  return (
    <div className="notice-text">
      {document.blocks.map((block, index) => {
        const Tag = TAGS[block.type];
        return (
          <Tag key={index}>
            {'items' in block ? (
              block.items.map((line, at) => (
                <li key={at}>
                  <Pieces line={line} />
                </li>
              ))
            ) : (
              <Pieces line={block.line} />
            )}
          </Tag>
        );
      })}
    </div>
  );
}
