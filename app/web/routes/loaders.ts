import type { ComponentType } from 'react';
import { bareKey, setPageKeys } from '#kit/web/page/page-keys.ts';
import { setSlots, type Slots } from '#kit/web/slots/slots.ts';

/** What the address says of a page: its path and search. */
type Place = Pick<Location, 'pathname' | 'search'>;
type Load = (() => Promise<{ default: ComponentType }>) & {
  /** asks for what the page will show, before it is known whether it may be shown: the server decides about that call as about any */
  ahead?: (place: Place) => Promise<void>;
  /** the parameter of the address that names the object, where the page shows one of many: each has its own tab; of `open` only details do */
  object?: string;
};

// Each module's web/index.ts maps page keys to pages that load when they are opened.
const maps = import.meta.glob<Record<string, Load>>('../../../modules/*/web/index.ts', { eager: true, import: 'pages' });

const loaders = new Map<string, Load>();
for (const map of Object.values(maps)) for (const [key, load] of Object.entries(map ?? {})) loaders.set(bareKey(key), load);
setPageKeys(loaders.keys());

// What modules put into pages of others stands in a file of its own: few modules do, and the first chunk loads nothing else for it.
const slots = import.meta.glob<Slots>('../../../modules/*/web/slots.ts', { eager: true, import: 'slots' });
setSlots(Object.values(slots));

/** What loads the page of a component key (a leading `/` and `basic/` do not matter); undefined when no module has it. */
export const loaderOf = (key: string): Load | undefined => loaders.get(bareKey(key));
