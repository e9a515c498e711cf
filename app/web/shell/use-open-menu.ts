import { useNavigate } from 'react-router';
import { useGuarded } from '../guard/guarded.ts';
import { isExternal, landing } from '../routes/menu-tree.ts';
import { tabs } from './tabs.ts';

/** Opens a menu entry: its page (where it was left, if it is open), its first page, or a foreign site in a new window. */
export function useOpenMenu(): (path: string) => void {
  const navigate = useNavigate();
  const { tree } = useGuarded();
  return (path) => {
    const node = tree.find(path);
    const to = node ? landing(node) : path;
    if (to === null) return;
    if (isExternal(to)) {
      window.open(to, '_blank', 'noopener,noreferrer');
      return;
    }
    const open = tabs.get().find((tab) => tab.key === to);
    void navigate(open ? open.location.pathname + open.location.search : to);
  };
}
