import { useEffect, useReducer } from 'react';
import type { TileFeed } from './tiles.ts';

/** Draws again when filters, links or drills of the feed change. */
export function useFeedState(feed: TileFeed): Pick<TileFeed, 'filters' | 'links' | 'drills'> {
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  useEffect(() => feed.onChange(redraw), [feed]);
  return feed;
}
