import { useEffect, useState } from 'react';

/**
 * Gives the focus back to what had it when this part came, once the part is gone: for dialogs and drawers that are taken out of the page
 * instead of being closed. Whoever has moved the focus elsewhere meanwhile keeps it.
 */
export function useReturnFocus(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (isLost && opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    },
    [opener],
  );
}
