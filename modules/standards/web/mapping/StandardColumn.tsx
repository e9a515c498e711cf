import { useMemo, useState } from 'react';
import { count } from '#kit/web/format.ts';
import { SearchInput } from '#kit/web/parts/SearchInput.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Tag } from '#kit/web/Tag.tsx';
import { visible, type Item, type Line, type View } from './layout.ts';
import type { Mapping } from './use-mapping.ts';
import type { Scroll } from './use-scroll.ts';

const NONE: readonly Item[] = [];

/** The items of the set with the rows that they have by now, narrowed by a word. */
export function useItems(view: View | undefined) {
  const [keyword, setKeyword] = useState('');
  const right = view?.right ?? NONE;
  const left = view?.left;
  const all = useMemo(() => {
    const rows = new Map<string, number>();
    for (const { contrastGbId, rowCount } of left ?? [])
      if (contrastGbId !== null) rows.set(contrastGbId, (rows.get(contrastGbId) ?? 0) + (rowCount ?? 0));
    return right.map((item) => (item.rowCount === null ? item : { ...item, rowCount: rows.get(item.id) ?? 0 }));
  }, [right, left]);
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
  const chosen = mapping.target ?? goal ?? null;
  const isShown = items.shown.some(({ id }) => id === chosen);
  return (
    <section className="mapping-standard" data-list="items">
      <header>
        <h3>
          标准项 <small>{count(items.all.length)}</small>
        </h3>
      </header>
      <div className="mapping-search">
        <SearchInput label="代码、名称" shortcut="/" value={items.keyword} onChange={items.setKeyword} size="small" />
      </div>
      {items.shown.length === 0 ? (
        <StateView kind="empty" inline what={items.all.length === 0 ? '该标准类别还没有标准项' : '没有符合的标准项'} />
      ) : (
        <div
          ref={setBox}
          className="mapping-scroll"
          role="listbox"
          aria-label="标准项"
          aria-activedescendant={isShown ? `item-${chosen}` : undefined}
          tabIndex={0}
          onScroll={onScroll}
        >
          <div role="presentation" style={{ height: lines.height, position: 'relative' }}>
            {visible(lines.lines, { top, height, kept: chosen }).map(
              (line) =>
                line.kind === 'row' && <ItemRow key={line.row.id} line={line} of={lines.lines.length} chosen={chosen} mapping={mapping} />,
            )}
          </div>
        </div>
      )}
    </section>
  );
}

interface ItemRowProps {
  line: Line<Item> & { kind: 'row' };
  of: number;
  chosen: string | null;
  mapping: Mapping;
}

/** Why an item cannot be mapped. */
const STATES = { inForce: null, notInForce: '未生效', draft: '草稿' } as const;

function ItemRow({ line: { row, at, y }, of, chosen, mapping }: ItemRowProps) {
  return (
    <div
      id={`item-${row.id}`}
      role="option"
      aria-selected={chosen === row.id}
      aria-disabled={row.state !== 'inForce'}
      aria-posinset={at}
      aria-setsize={of}
      className="mapping-row"
      style={{ top: y }}
      onClick={() => mapping.setTarget(row.id)}
      onDoubleClick={() => row.state === 'inForce' && mapping.value?.status === '0' && !mapping.isBusy && mapping.accept(row.id)}
    >
      <code>{row.gbCode}</code>
      <span className="mapping-name cut" title={row.gbName}>
        {row.gbName} {STATES[row.state] && <Tag tone="idle">{STATES[row.state]}</Tag>}
      </span>
      <span className="num">{!row.rowCount ? '' : `${count(row.rowCount)} 行`}</span>
    </div>
  );
}
