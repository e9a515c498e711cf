import { createContext, use } from 'react';
import { emptyTree } from '../routes/menu-tree.ts';
import type { Guarded } from './use-guard.ts';

export const GuardedContext = createContext<Guarded>({ action: { kind: 'show' }, target: { kind: 'unknown' }, tree: emptyTree });
/** What the guard has decided for the present path, and the account's menus. */
export const useGuarded = (): Guarded => use(GuardedContext);
