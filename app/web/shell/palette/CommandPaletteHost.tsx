import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '#kit/web/lazy-part.ts';
import type { MenuTree } from '../../routes/menu-tree.ts';
import { onOpenPalette, openPalette } from './open.ts';

const CommandPalette = lazyPart(() => import('./CommandPalette.tsx'));

/** Listens for ⌘K / Ctrl K; the palette itself loads when it is first asked for. */
export function CommandPaletteHost({ tree, onLock }: { tree: MenuTree; onLock: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  useEffect(() => {
    const stop = onOpenPalette(() => {
      setOpen(true);
      setWasOpen(true);
    });
    const handleKey = (event: KeyboardEvent) => {
      if (!(event.metaKey || event.ctrlKey) || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      openPalette();
    };
    window.addEventListener('keydown', handleKey);
    return () => {
      stop();
      window.removeEventListener('keydown', handleKey);
    };
  }, []);
  if (!wasOpen) return null;
  return (
    <Suspense fallback={null}>
      <CommandPalette tree={tree} isOpen={isOpen} onClose={() => setOpen(false)} onLock={onLock} />
    </Suspense>
  );
}
