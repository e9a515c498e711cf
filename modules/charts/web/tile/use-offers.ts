import { useEffect, useState } from 'react';
import type { Offers } from '../../contract/tile-asks.ts';

/**
 * What the server lets the viewer do with a mark besides what is set for the tile; null while that is not known, or cannot be asked. Asks once
 * for each menu that is opened.
 */
export function useOffers(ask: (() => Promise<Offers>) | null | undefined): Offers | null {
  const [offers, setOffers] = useState<Offers | null>(null);
  useEffect(() => {
    let isCurrent = true;
    ask?.().then(
      (found) => isCurrent && setOffers(found),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
    // the menu of one mark asks once
    // eslint-disable-next-line react/exhaustive-deps
  }, []);
  return offers;
}
