import { useMemo, useState } from 'react';
import { count } from '#kit/web/format.ts';
import { SearchInput } from '#kit/web/parts/SearchInput.tsx';
import { Tag } from '#kit/web/Tag.tsx';
import { visible, type Item, type Line } from './layout.ts';
import type { Mapping } from './use-mapping.ts';
import type { Scroll } from './use-scroll.ts';

/** The items of the set, narrowed by a word. */
export function useItems(all: readonly Item[]) {
  const [keyword, setKeyword] = useState('');
  const shown = useMemo(() => {
    const word = keyword.trim().toLowerCase();
    return word === ''
      ? all
      : all.filter(({ gbCode, gbName }) => gbCode.toLowerCase().includes(word) || gbName.toLowerCase().includes(word));
  }, [all, keyword]);
  return { all, shown, keyword, setKeyword };
}
interface Props {
  mapping: Mapping;
  scroll: Scroll;
  items: ReturnType<typeof useItems>;
  lines: { lines: Line<Item>[]; height: number };
  goal: string | undefined;
}

/** 标准项: one of them becomes what the chosen value stands for. */
export function StandardColumn({ mapping, scroll, items, lines, goal }: Props) {
  const { setBox, top, height, onScroll } = scroll;
  return (
    <section className="mapping-standard">
      <header>
        <h3>
          标准项 <small>{count(items.all.length)}</small>
        </h3>
        <SearchInput label="代码、名称" value={items.keyword} onChange={items.setKeyword} size="small" />
      </header>
      <div ref={setBox} className="mapping-scroll" role="listbox" aria-label="标准项" tabIndex={0} onScroll={onScroll}>
        <div style={{ height: lines.height, position: 'relative' }}>
          {visible(lines.lines, { top, height }).map(
            (line) =>
              line.kind === 'row' && (
                <div
                  key={line.row.id}
                  role="option"
                  aria-selected={(mapping.target ?? goal) === line.row.id}
                  className="mapping-row"
                  style={{ top: line.y }}
                  onClick={() => mapping.setTarget(line.row.id)}
                >
                  <code>{line.row.gbCode}</code>
                  <span className="mapping-name cut" title={line.row.gbName}>
                    {line.row.gbName} {!line.row.isInForce && <Tag tone="idle">未生效</Tag>}
                  </span>
                  <span className="num">{!line.row.rowCount ? '' : `${count(line.row.rowCount)} 行`}</span>
                </div>
              ),
          )}
        </div>
      </div>
    </section>
  );
}
