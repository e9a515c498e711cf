import type { ComponentType } from 'react';
import * as further from './further-icons.ts';
import * as own from './own-icons.ts';

const icons: Readonly<Record<string, ComponentType>> = further;

/** All icon names a menu may use; the icon picker offers them. */
export const menuIconNames: readonly string[] = [...Object.keys(own), ...Object.keys(further)].toSorted();

/** An icon outside the product's own menus; lazily loaded. */
export default function FurtherIcon({ name }: { name: string }) {
  const Icon = icons[name] ?? own.AppstoreOutlined;
  return <Icon />;
}
