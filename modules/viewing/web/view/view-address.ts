import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import * as z from 'zod';
import { useChangeAddress } from '#kit/web/address.ts';
import { Key } from '#modules/datasets/contract/field.ts';
import { Clicked, DrillStep } from '#modules/charts/contract/tile.ts';
import { FilterValue } from '#modules/charts/contract/view-filter.ts';
import type { TileFeed } from '#modules/charts/web/parts.ts';

const PARTS = {
  f: z.record(Key, FilterValue),
  l: z.record(Key, z.array(Clicked).max(12)),
  d: z.record(Key, z.array(DrillStep).max(8)),
};
export interface ViewState {
  readonly filters: Record<string, FilterValue>;
  readonly links: Record<string, z.output<typeof Clicked>[]>;
  readonly drills: Record<string, DrillStep[]>;
}

function parse<T>(schema: z.ZodType<T>, text: string | null, none: T): T {
  if (!text) return none;
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : none;
  } catch {
    return none;
  }
}

/** What an address says was chosen; whatever makes no sense is ignored. */
export const readViewState = (search: URLSearchParams): ViewState => ({
  filters: parse(PARTS.f, search.get('f'), {}),
  links: parse(PARTS.l, search.get('l'), {}),
  drills: parse(PARTS.d, search.get('d'), {}),
});

/** Writes it into an address; parameters of others stay. */
export function writeViewState(state: Pick<TileFeed, 'filters' | 'links' | 'drills'>, search: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [name, part] of [
    ['f', state.filters],
    ['l', state.links],
    ['d', state.drills],
  ] as const)
    if (Object.keys(part).length > 0) next.set(name, JSON.stringify(part));
    else next.delete(name);
  return next;
}

/** What the address of the page said was chosen when it was opened: for the feed when it is made. */
export function useViewState(): ViewState {
  const [search] = useSearchParams();
  const [initial] = useState(() => readViewState(search));
  return initial;
}

/** Keeps the address of the page true to the feed, so that reload, the back key and a copied link show the same. */
export function useFollowAddress(feed: TileFeed | null): void {
  const changeAddress = useChangeAddress();
  const { pathname } = useLocation();
  const [own] = useState(pathname);
  const follow = useEffectEvent(() => {
    // a page that lies under another tab leaves the address alone
    if (feed && pathname === own) changeAddress((now) => writeViewState(feed, now), { replace: true });
  });
  useEffect(() => feed?.onChange(() => follow()), [feed]);
}
