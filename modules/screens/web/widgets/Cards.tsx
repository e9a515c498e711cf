import { Pages } from './Pages.tsx';
import { Tag } from './parts.tsx';
import { items, num, partsOf, str, textOf, valueOf } from './read.ts';
import { useLink } from './Text.tsx';
import type { DataProps } from './types.ts';
import { usePaging } from './use-paging.ts';

/** A ribboned seal, for certificates and awards. */
const SEAL =
  'M12 2l2.2 1.7 2.8-.1.8 2.7 2.3 1.6-1 2.6 1 2.6-2.3 1.6-.8 2.7-2.8-.1L12 19l-2.2-1.7-2.8.1-.8-2.7-2.3-1.6 1-2.6-1-2.6 2.3-1.6.8-2.7 2.8.1z';

/** The same card for every row, in pages. */
export function Cards({ props, table, onRow, isChosen, isEditing }: DataProps) {
  const [title, tag, ...notes] = table.dims;
  const [main, ...others] = table.measures;
  const columns = num(props, 'columns');
  const { rows, page, pages, turnTo, hover } = usePaging(table.rows, columns * num(props, 'lines'), num(props, 'seconds'));
  const go = useLink(props, isEditing);
  const tags = items(props, 'tags');
  const isPaper = str(props, 'look') === 'certificate';
  // who issued it and how long it is valid; what follows only sorts
  const lines = isPaper ? notes.slice(0, 2) : notes;
  return (
    <div className="sw-cards" data-look={str(props, 'look')} {...hover}>
      <div
        style={{
          gap: num(props, 'gap'),
          gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
          gridTemplateRows: `repeat(${num(props, 'lines')}, minmax(0, 1fr))`,
        }}
      >
        {rows.map((row, i) => {
          const { digits, unit } = partsOf(valueOf(row, main), main);
          return (
            <article key={`${page}-${i}`} data-chosen={isChosen(row) ? '' : undefined} onClick={onRow ? () => onRow(row) : go}>
              <header>
                {isPaper && (
                  <svg className="sw-seal" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.1" aria-hidden>
                    <path d={SEAL} />
                    <path d="M8.6 10.6l2.3 2.3 4.4-4.6M9 17.4L7.6 22l4.4-1.8 4.4 1.8-1.4-4.6" />
                  </svg>
                )}
                <b title={textOf(row, title)}>{textOf(row, title)}</b>
                {tag && <Tag text={textOf(row, tag)} tags={tags} />}
              </header>
              {main && (
                <p>
                  {digits}
                  <small>{unit}</small>
                </p>
              )}
              {lines.map((note) => (
                <span key={note.key}>{textOf(row, note)}</span>
              ))}
              {others.length > 0 && (
                <footer>
                  {others.map((other) => (
                    <span key={other.key}>
                      {other.name} <b>{textOf(row, other)}</b>
                    </span>
                  ))}
                </footer>
              )}
            </article>
          );
        })}
      </div>
      <Pages page={page} pages={pages} turnTo={turnTo} />
    </div>
  );
}
