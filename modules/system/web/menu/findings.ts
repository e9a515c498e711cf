import { isKnownPage } from '#kit/web/page/page-keys.ts';
import type { CallReply } from '#kit/web/use-call.ts';
import type { api } from '../api.ts';

type Row = CallReply<typeof api.menu.tree>[number];
type Permission = CallReply<typeof api.menu.permissions>[number];

/** Something odd about a menu. */
export interface Finding {
  id: string;
  name: string;
  text: string;
}

const isWebAddress = (path: string) => /^https?:/.test(path);
/** The profile beside the screens is a fixed route of the program. */
const PROFILE = 'screen/userInfo/index';

/**
 * Problems of the menus: missing pages, duplicate paths, redirects to nowhere, permissions that no route requires. Permissions of built-in
 * menus are exempt, because some are checked inside a call.
 */
export function findings(rows: readonly Row[], permissions: readonly Permission[]): Finding[] {
  const asked = new Set(permissions.filter((info) => info.calls.length > 0).map((info) => info.perm));
  const paths = new Map<string, number>();
  for (const { menuPath } of rows) if (menuPath) paths.set(menuPath, (paths.get(menuPath) ?? 0) + 1);
  return rows.flatMap((row) => {
    const texts: string[] = [];
    const [component, path, redirect] = [row.menuComponent ?? '', row.menuPath ?? '', row.menuRedirect ?? ''];
    if (row.menuType === '1' && component === '' && !isWebAddress(path)) texts.push('没有填写组件路径，打开后没有页面');
    if (row.menuType === '1' && component !== '' && component !== PROFILE && !isKnownPage(component))
      texts.push(`组件路径 ${component} 没有对应的页面`);
    if (path !== '' && (paths.get(path) ?? 0) > 1) texts.push(`路由地址 ${path} 被多个菜单使用`);
    if (redirect.startsWith('/') && !paths.has(redirect)) texts.push(`跳转地址 ${redirect} 没有对应的菜单`);
    if (row.isBuiltIn === '0' && row.menuPerms && !asked.has(row.menuPerms) && permissions.length > 0)
      texts.push(`权限标识 ${row.menuPerms} 没有接口使用`);
    return texts.map((text) => ({ id: row.id, name: row.menuName, text }));
  });
}
