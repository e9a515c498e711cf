import { Pages } from './Pages.tsx';
import { Tag } from './parts.tsx';
import { items, num, partsOf, textOf, valueOf } from './read.ts';
import { useLink } from './Text.tsx';
import type { DataProps } from './types.ts';
import { usePaging } from './use-paging.ts';

/** The same card for every row, in pages. */
export function Cards({ props, table, onRow, isChosen, isEditing }: DataProps) {
  const [title, tag, ...notes] = table.dims;
  const [main, ...others] = table.measures;
  const columns = num(props, 'columns');
  const { rows, page, pages, turnTo, hover } = usePaging(table.rows, columns * num(props, 'lines'), num(props, 'seconds'));
  const go = useLink(props, isEditing);
  const tags = items(props, 'tags');
  return (
    <div className="sw-cards" {...hover}>
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
                <b title={textOf(row, title)}>{textOf(row, title)}</b>
                {tag && <Tag text={textOf(row, tag)} tags={tags} />}
              </header>
              {main && (
                <p>
                  {digits}
                  <small>{unit}</small>
                </p>
              )}
              {notes.map((note) => (
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
