import { useEffect, useState } from 'react';
import { session } from '#kit/web/session.ts';
import { hasUnsaved } from '#kit/web/unsaved.tsx';
import { fixedRoute } from '../routes/fixed.tsx';
import { pathsOf } from '../routes/menu-tree.ts';
import { isStale } from './decide.ts';

/**
 * When the browser tab becomes visible and its page is not among the stored menus any more, the page is loaded again;
 * with unsaved work the result is true instead, and the shell shows a banner.
 */
export function useVisibleRule({ isForbidden }: { isForbidden: boolean }): boolean {
  const [isPending, setPending] = useState(false);
  useEffect(() => {
    const check = (): void => {
      // 没有权限 is on the screen: the page is not among the menus, and another look changes nothing
      if (isForbidden) return;
      if (document.visibilityState !== 'visible' || session.get().token === null) return;
      session.reload(); // another tab may have stored other menus
      const inMenus = pathsOf(session.get().menus);
      if (!isStale(window.location.pathname, (path) => fixedRoute(path) !== null || inMenus(path))) return;
      if (hasUnsaved()) setPending(true);
      else window.location.reload();
    };
    document.addEventListener('visibilitychange', check);
    return () => document.removeEventListener('visibilitychange', check);
  }, [isForbidden]);
  return isPending;
}
