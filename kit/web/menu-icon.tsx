import { Suspense, type ComponentType } from 'react';
import type { MenuIconName } from '#kit/contract/menu-icons.ts';
import { lazyPart } from './lazy-part.ts';
import * as own from './own-icons.ts';

// complete: a menu icon that is not loaded does not compile
const ownIcons: Readonly<Record<MenuIconName, ComponentType>> & Readonly<Record<string, ComponentType>> = own;
// those of menus that people make load with the first of them
const FurtherIcon = lazyPart(() => import('./FurtherIcon.tsx'));

/** The icon of a menu by its name (`UserOutlined`); an unknown name gets the general one. */
export function MenuIcon({ name }: { name: string | null | undefined }) {
  const Icon = ownIcons[name || 'AppstoreOutlined'];
  if (Icon) return <Icon />;
  return (
    <Suspense fallback={<span className="anticon" style={{ width: '1em' }} />}>
      <FurtherIcon name={name ?? ''} />
    </Suspense>
  );
}
