import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Offers } from '#modules/charts/contract/tile-asks.ts';
import type { Link } from '#modules/charts/contract/view-filter.ts';
import type * as z from 'zod';
import type { Effects } from './effects.ts';

export type LinkTo = z.output<typeof Link>;

/** Which page each carousel of a screen shows; a turn draws only the nodes that change. */
export class Pager {
  readonly #pages = new Map<string, number>();
  readonly #watchers = new Set<() => void>();
  readonly get = (id: string): number => this.#pages.get(id) ?? 0;
  turn(id: string, page: number): void {
    this.#pages.set(id, page);
    for (const watcher of this.#watchers) watcher();
  }
  readonly subscribe = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  };
}

/** What widgets ask of the stage around them. Stable for as long as the document is. */
export interface Stage {
  readonly pager: Pager;
  /** opens a link with filters for its target, in this window unless told otherwise; null = links lead nowhere here */
  readonly open: ((link: LinkTo, filters: Readonly<Record<string, unknown>>, newWindow: boolean) => void) | null;
  /** shows the rows of a data point */
  readonly detail: ((nodeId: string, values: readonly { col: string; value: string | number | boolean | null }[]) => void) | null;
  /** asks what the viewer may do with a mark besides what is set for the widget; null = nothing can be asked here */
  readonly offers: ((nodeId: string) => Promise<Offers>) | null;
  /** true when this viewer may open the link */
  readonly mayOpen: (link: LinkTo) => boolean;
  /** path that is open, for the mark in the tabs */
  readonly here: string;
  /** pictures of other screens, by id or code; null = there are none here */
  readonly pictures: Readonly<Record<string, string>> | null;
  /** widgets without data draw what they will look like */
  readonly hasSamples: boolean;
}
export const NO_STAGE: Stage = {
  pager: new Pager(),
  open: null,
  detail: null,
  offers: null,
  mayOpen: () => true,
  here: '',
  pictures: null,
  hasSamples: false,
};
export const StageContext = createContext<Stage>(NO_STAGE);
export const useStage = (): Stage => useContext(StageContext);

/** How many device pixels stand for one of the screen: canvases are drawn at that density. */
export const ScaleContext = createContext(1);
/** Effects of the stage: canvases stand still when they are off. */
export const EffectsContext = createContext<Effects>('30');

/** The page that a carousel shows. */
export const usePage = (id: string): number => {
  const { pager } = useStage();
  return useSyncExternalStore(pager.subscribe, () => pager.get(id));
};
