import type { MenuProps } from 'antd';
import { MenuIcon } from '#kit/web/menu-icon.tsx';
import { isExternal, visibleChildren, type MenuNode } from '../routes/menu-tree.ts';

type Items = NonNullable<MenuProps['items']>;
const isLeaf = (node: MenuNode): boolean => node.page !== null || isExternal(node.path) || visibleChildren(node).length === 0;

const leaf = (node: MenuNode): Items[number] => ({
  key: node.path,
  label: node.title,
  icon: <MenuIcon name={node.icon} />,
  title: node.title,
});

const nested = (node: MenuNode): Items[number] =>
  isLeaf(node)
    ? leaf(node)
    : { key: node.path, label: node.title, icon: <MenuIcon name={node.icon} />, children: visibleChildren(node).map(nested) };

/** Children of a top route: folders become group titles, what is below them entries and sub-menus. */
export const sideItems = (top: MenuNode): Items =>
  visibleChildren(top).map((node) =>
    isLeaf(node) ? leaf(node) : { type: 'group', key: node.path, label: node.title, children: visibleChildren(node).map(nested) },
  );

/** The whole tree for the narrow screen. */
export const drawerItems = (tops: readonly MenuNode[]): Items => tops.filter((top) => !top.hidden).map(nested);
