import type { CSSProperties } from 'react';
import { colorOf } from '../stage/themes.ts';
import { Tag } from './parts.tsx';
import { items, num, str, tagColor, textOf } from './read.ts';
import type { DataProps } from './types.ts';

/** Events along a line, newest first as the query says; the state gives the colour. */
export function Timeline({ props, table, onRow }: DataProps) {
  const [time, title, state, detail] = table.dims;
  const tags = items(props, 'tags');
  const rows = table.rows.slice(0, num(props, 'most'));
  return (
    <ol className="sw-timeline" data-direction={str(props, 'direction')}>
      {rows.map((row, i) => {
        const style = { '--k': colorOf(state ? tagColor(textOf(row, state), tags) : 'accent', 'accent') } as CSSProperties;
        return (
          <li key={i} style={style} onClick={onRow ? () => onRow(row) : undefined}>
            <time>{textOf(row, time)}</time>
            <div>
              <b title={textOf(row, title)}>{textOf(row, title)}</b>
              {state && <Tag text={textOf(row, state)} tags={tags} />}
              {detail && <small>{textOf(row, detail)}</small>}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
