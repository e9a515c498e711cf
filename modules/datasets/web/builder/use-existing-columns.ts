import { useEffect, useEffectEvent } from 'react';
import { withExistingColumns } from './join-edit.ts';
import type { Catalogue } from './SourcePanel.tsx';
import type { DraftState } from './use-draft.ts';

/** Keeps a join to the columns that its tables have now, so that lost fields can be bound to what took their place. */
export function useExistingColumns({ draft, settleModel }: DraftState, catalogue: Catalogue | undefined): void {
  const { origin } = draft.model;
  const follow = useEffectEvent(() => {
    const next = catalogue && withExistingColumns(draft.model, catalogue);
    if (next) settleModel(next);
  });
  useEffect(() => follow(), [origin, catalogue]);
}
