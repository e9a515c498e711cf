import { useState, type ReactNode } from 'react';
import { toast } from '../dialog.tsx';
import type { FormField } from '../form/types.ts';
import type { ArgsOf, ReplyOf } from '../client.ts';
import { useRefresh, useWrite } from '../use-call.ts';
import { conflictOf, type Conflict } from './conflict.ts';
import { VersionDialog } from './VersionDialog.tsx';
import type { AnyRoute } from '#kit/contract/route.ts';

type Values = Readonly<Record<string, unknown>>;
interface Versioned {
  readonly body: Values & { readonly version: number };
}
interface Options {
  /** what is compared */
  fields: readonly FormField<any>[];
  /** either version as the fields show it; as it is unless given */
  shown?: (version: Values) => Values;
}
interface VersionedWrite<Args> {
  readonly write: (args: Args) => void;
  readonly isPending: boolean;
  /** the comparison of a conflict, while it is open */
  readonly dialog: ReactNode;
}

/**
 * A change without a form, such as a switch in a list. When somebody else was faster, both versions are shown with who saved the other one
 * and when, and the user says which is to hold.
 */
export function useVersionedWrite<C extends { readonly route: AnyRoute }>(
  call: C,
  { fields, shown = (version) => version }: Options,
): VersionedWrite<ArgsOf<C> & Versioned> {
  const [conflict, setConflict] = useState<{ readonly args: ArgsOf<C> & Versioned; readonly other: Conflict } | null>(null);
  const refresh = useRefresh();
  const update = useWrite<C>(call, {
    overlay: false,
    quiet: true,
    onSuccess: (_: ReplyOf<C>) => setConflict(null),
    onError: (error, args) => {
      const other = conflictOf(error);
      if (other) setConflict({ args: args as ArgsOf<C> & Versioned, other });
      else toast.error(error.message);
    },
  });
  const dialog = conflict && (
    <VersionDialog
      fields={fields}
      mine={shown(conflict.args.body)}
      conflict={{ ...conflict.other, theirs: { ...shown(conflict.other.theirs), version: conflict.other.theirs.version } }}
      busy={update.isPending}
      onOverwrite={() => update.mutate({ ...conflict.args, body: { ...conflict.args.body, version: conflict.other.theirs.version } })}
      onTakeTheirs={() => {
        setConflict(null);
        void refresh(call);
      }}
      onBack={() => setConflict(null)}
    />
  );
  return { write: update.mutate, isPending: update.isPending, dialog };
}
