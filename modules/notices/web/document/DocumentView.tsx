import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { Block, Line, NoticeDocument, Piece } from '../../contract/document.ts';
import { linkKind } from '../../core/link.ts';
import { Picture } from './Picture.tsx';
import type { PictureSource } from './pictures.ts';
import './document.css';

function marked(piece: Piece): ReactNode {
  let node: ReactNode = piece.text;
  if (piece.underline) node = <u>{node}</u>;
  if (piece.italic) node = <em>{node}</em>;
  if (piece.bold) node = <strong>{node}</strong>;
  // validated again when rendered: no address that reached the database otherwise becomes a link
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
export function DocumentView({ document, picture }: { document: NoticeDocument; picture: PictureSource }) {
  return (
    <div className="notice-text">
      {document.blocks.map((block, index) => (
        <BlockView key={index} block={block} picture={picture} />
      ))}
    </div>
  );
}

function BlockView({ block, picture }: { block: Block; picture: PictureSource }) {
  if (block.type === 'image')
    return (
      <figure>
        <Picture source={picture} fileName={block.fileName} alt={block.alt} width={block.width} />
      </figure>
    );
  if (block.type === 'table') return <TableView rows={block.rows} />;
  const Tag = TAGS[block.type];
  if ('line' in block)
    return (
      <Tag>
        <Pieces line={block.line} />
      </Tag>
    );
  return (
    <Tag>
      {block.items.map((line, at) => (
        <li key={at}>
          <Pieces line={line} />
        </li>
      ))}
    </Tag>
  );
}

function TableView({ rows }: Pick<Extract<Block, { type: 'table' }>, 'rows'>) {
  return (
    // a wide table scrolls by itself, not the page; the keys reach it
    <div className="notice-table" tabIndex={0} role="group" aria-label="表格">
      <table>
        <tbody>
          {rows.map(({ isHead, cells }, at) => (
            <tr key={at}>
              {cells.map((line, n) =>
                isHead ? (
                  <th key={n} scope="col">
                    <Pieces line={line} />
                  </th>
                ) : (
                  <td key={n}>
                    <Pieces line={line} />
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
