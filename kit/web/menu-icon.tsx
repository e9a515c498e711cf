import { Suspense, type ComponentType } from 'react';
import type { MenuIconName } from '#kit/contract/menu-icons.ts';
import { lazyPart } from './lazy-part.ts';
import * as own from './own-icons.ts';

// typed as complete: a menu icon without an import does not compile
const ownIcons: Readonly<Record<MenuIconName, ComponentType>> & Readonly<Record<string, ComponentType>> = own;
// icons of user-defined menus are loaded on first use
const FurtherIcon = lazyPart(() => import('./FurtherIcon.tsx'));

/** The icon of a menu by name (`UserOutlined`); unknown names get a generic icon. */
export function MenuIcon({ name }: { name: string | null | undefined }) {
  const Icon = ownIcons[name || 'AppstoreOutlined'];
  if (Icon) return <Icon />;
  return (
    <Suspense fallback={<span className="anticon" style={{ width: '1em' }} />}>
      <FurtherIcon name={name ?? ''} />
    </Suspense>
  );
}
