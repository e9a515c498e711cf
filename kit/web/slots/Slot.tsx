import { Component, Suspense, useMemo, type ReactNode } from 'react';
import { useCan } from '../can.tsx';
import { partsOf, type FilledPart, type SlotName, type SlotPlaces } from './slots.ts';

/** What stands in a place for this account, in order; for places whose host draws the frame itself, such as tabs. */
export function useSlot(name: SlotName): readonly FilledPart[] {
  const can = useCan();
  return useMemo(() => partsOf(name).filter(({ perms }) => !perms || can.anyPerm(perms)), [name, can]);
}

interface PartProps<Name extends SlotName> {
  readonly part: FilledPart;
  readonly of: SlotPlaces[Name];
  /** stands there while the part loads */
  readonly waiting?: ReactNode;
  /** stands there when it fails; nothing without it */
  readonly failed?: (error: Error) => ReactNode;
}

/** One part of a place. What goes wrong inside ends there and leaves the page around alone. */
export function SlotPartView<Name extends SlotName>({ part, of, waiting = null, failed }: PartProps<Name>) {
  const { Part } = part;
  return (
    <Contained key={JSON.stringify(of)} failed={failed}>
      <Suspense fallback={waiting}>
        <Part {...of} />
      </Suspense>
    </Contained>
  );
}

/** A place in a page that other modules fill: everything the account may see of it, in order. Nothing when nobody puts anything there. */
export function Slot<Name extends SlotName>({ name, of }: { name: Name; of: SlotPlaces[Name] }) {
  return useSlot(name).map((part) => <SlotPartView<Name> key={part.key} part={part} of={of} />);
}

class Contained extends Component<{ failed?: (error: Error) => ReactNode; children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };
  static getDerivedStateFromError = (error: Error) => ({ error });
  override render() {
    return this.state.error ? this.props.failed?.(this.state.error) : this.props.children;
  }
}
