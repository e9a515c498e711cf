import { useEffect, type RefObject } from 'react';
import type { TileFeed } from './tiles.ts';

/** A tile is asked for when it comes this near to what is seen. */
const NEAR = '240px';

/** Asks for a tile when it comes near the view and lets it rest when it leaves. */
export function useLoadWhenVisible(feed: TileFeed, key: string, box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = box.current;
    if (!element || typeof IntersectionObserver === 'undefined') {
      feed.want(key);
      return () => feed.drop(key);
    }
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.at(-1)?.isIntersecting) feed.want(key);
        else feed.drop(key);
      },
      { rootMargin: NEAR },
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      feed.drop(key);
    };
  }, [feed, key, box]);
}
