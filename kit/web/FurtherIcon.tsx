import type { ComponentType } from 'react';
import * as further from './further-icons.ts';
import * as own from './own-icons.ts';

const icons: Readonly<Record<string, ComponentType>> = further;

/** Names that a menu may carry as its icon; the icon picker offers them. */
export const menuIconNames: readonly string[] = [...Object.keys(own), ...Object.keys(further)].toSorted();

/** An icon that no menu of the product itself has. */
export default function FurtherIcon({ name }: { name: string }) {
  const Icon = icons[name] ?? own.AppstoreOutlined;
  return <Icon />;
}
