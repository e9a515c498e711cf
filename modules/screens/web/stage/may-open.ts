import type { RightsCheck } from '#kit/web/can.tsx';
import type { MenuRoute } from '#kit/web/session.ts';
import { FIXED_SCREENS } from '../../contract/fixed-screens.ts';
import type { LinkTo } from './stage-context.ts';

/** Code of the fixed screen at a path, in both ways that it is mounted; null for other pages. */
export const fixedCode = (path: string): string | null => {
  const name = /^\/(?:screen\/)?([A-Za-z]+)$/.exec(path)?.[1];
  return FIXED_SCREENS.find((code) => code === name) ?? null;
};

/** Pages that stand in no menu; they say themselves who may see them. */
const ALWAYS = /^\/(?:home$|user\/|visual\/)/;
const hasPath = (menus: readonly MenuRoute[], path: string): boolean =>
  menus.some((menu) => menu.path === path || hasPath(menu.children ?? [], path));

/**
 * Whether this account may follow a link of a screen: a fixed screen by its permission, another page by the menus of the account. What the
 * target says about its own rights comes on top.
 */
export function mayOpen(can: RightsCheck, menus: readonly MenuRoute[], link: LinkTo): boolean {
  switch (link.to) {
    case 'page': {
      const path = link.path.split('?')[0] ?? '';
      const code = fixedCode(path);
      return code === null ? ALWAYS.test(path) || hasPath(menus, path) : can.perm(`screen:${code}:view`);
    }
    case 'screen':
      return can.anyPerm(['visual:screen:preview', 'visual:screen:build']);
    case 'board':
      return can.anyPerm(['visual:board:preview', 'visual:board:build']);
    case 'url':
      return true;
    default:
      return false;
  }
}

/** Address of a link with filters for its target; they travel as the viewers keep them in their own address. */
export function addressOf(link: LinkTo, filters: Readonly<Record<string, unknown>>): string {
  if (link.to === 'url') return link.url;
  const path = link.to === 'page' ? link.path : `/visual/${link.to}/view/${link.id}`;
  if (Object.keys(filters).length === 0) return path;
  return `${path}${path.includes('?') ? '&' : '?'}f=${encodeURIComponent(JSON.stringify(filters))}`;
}
