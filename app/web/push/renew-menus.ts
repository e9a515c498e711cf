import type { NavigateFunction } from 'react-router';
import { toast } from '#kit/web/dialog.tsx';
import { session, type MenuRoute } from '#kit/web/session.ts';
import { hasUnsaved } from '#kit/web/unsaved.tsx';
import { api } from '../api.ts';
import { fixedRoute } from '../routes/fixed.tsx';
import { buildTree, pagesBelow, type MenuTree } from '../routes/menu-tree.ts';
import { tabs } from '../shell/tabs.ts';

/** Many browsers hear at once that menus changed; they need not ask at once. */
const SPREAD_MS = 1_500;

let isAsking = false;

/** Fetches menus and rights again and puts them in place; open pages stay, those that are gone close with a word about it. */
export async function renewMenus(apply: (tree: MenuTree) => void, navigate: NavigateFunction): Promise<void> {
  if (isAsking) return;
  isAsking = true;
  await new Promise((resolve) => setTimeout(resolve, Math.random() * SPREAD_MS));
  isAsking = false;
  const { token, menus: before, perms: heldBefore, lock } = session.get();
  if (token === null || lock === 'locked') return;
  // when this fails the next call of the person says why
  const answer = await api.session.route({}, { quiet: true }).catch(() => null);
  if (!answer?.user || session.get().token !== token) return;
  const menus = answer.routes as MenuRoute[];
  const { user, perms } = answer;
  if (JSON.stringify([menus, perms]) === JSON.stringify([before, heldBefore])) return;
  if (menus.length === 0) return window.location.reload(); // nothing left to show: the guard explains
  const tree = buildTree(menus);
  const isKnown = (path: string): boolean => fixedRoute(path) !== null || tree.find(path) !== null;
  const lost = buildTree(before)
    .tops.flatMap((top) => pagesBelow(top))
    .filter((page) => !isKnown(page.path));
  const here = window.location.pathname;
  session.setAccount({ user, perms, menus });
  if (!isKnown(here) && hasUnsaved()) return toast.warning('当前页面已不在您的菜单中，请保存后离开', 10);
  const front = tabs.front();
  const to = tabs.close((tab) => !isKnown(tab.path), front?.path === here ? front.key : here);
  if (!isKnown(here)) await navigate(to ?? '/home', { replace: true });
  apply(tree);
  if (lost.length > 0)
    toast.info(
      `您的菜单已调整，不再包含：${lost
        .slice(0, 5)
        .map((page) => page.title)
        .join('、')}${lost.length > 5 ? '等' : ''}`,
      6,
    );
  else if (heldBefore.some((one) => !perms.includes(one))) toast.info('您的操作权限已调整', 6);
}
