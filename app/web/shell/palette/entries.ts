import { type MenuTree, pagesBelow } from '../../routes/menu-tree.ts';

/** One line of the palette. */
export interface Entry {
  key: string;
  group: '最近访问' | '菜单' | '记录' | '操作';
  title: string;
  detail: string;
  icon: string | null;
  run: () => void;
}

type Match = (text: string, typed: string) => boolean;

/** All pages of the account with the way to them. */
export const menuEntries = (tree: MenuTree, open: (path: string) => void): Entry[] =>
  tree.tops
    .filter((top) => !top.hidden)
    .flatMap((top) => (top.page !== null ? [top] : pagesBelow(top)))
    .map((node) => ({
      key: node.path,
      group: '菜单',
      title: node.title,
      detail: node.parents.map((parent) => parent.title).join(' / '),
      icon: node.icon,
      run: () => open(node.path),
    }));

/** Entries whose title contains the text or whose pinyin or initials match it; those that begin with it come first. */
export function search(entries: readonly Entry[], typed: string, pinyin: Match | null): Entry[] {
  const text = typed.trim().toLowerCase();
  if (text === '') return [...entries];
  const rank = (entry: Entry): number => {
    const title = entry.title.toLowerCase();
    if (title.startsWith(text)) return 0;
    if (title.includes(text)) return 1;
    if (/^[a-z ]+$/.test(text) && pinyin?.(entry.title, text)) return 2;
    return entry.detail.toLowerCase().includes(text) ? 3 : 4;
  };
  return entries
    .map((entry) => ({ entry, rank: rank(entry) }))
    .filter((one) => one.rank < 4)
    .toSorted((a, b) => a.rank - b.rank)
    .map((one) => one.entry);
}
