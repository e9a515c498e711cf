import { Component, Suspense, useMemo, type ComponentType, type ReactNode } from 'react';
import { useCan } from '../can.tsx';
import { lazyPart } from '../lazy-part.ts';
import { partsOf, type SlotName, type SlotPart, type SlotPlaces } from './slots.ts';

/** One component per part for the life of the page: a new one at each drawing would lose its state. */
const loaded = new WeakMap<SlotPart, ComponentType<any>>();
function componentOf(part: SlotPart): ComponentType<any> {
  const known = loaded.get(part);
  if (known) return known;
  const made = lazyPart(part.load);
  loaded.set(part, made);
  return made;
}

/** What stands in a place for this account, in order; for places whose host draws the frame itself, such as tabs. */
export function useSlot(name: SlotName): readonly SlotPart[] {
  const can = useCan();
  return useMemo(() => partsOf(name).filter(({ perms }) => !perms || can.anyPerm(perms)), [name, can]);
}

interface PartProps<Name extends SlotName> {
  readonly part: SlotPart<SlotPlaces[Name]>;
  readonly of: SlotPlaces[Name];
  /** stands there while the part loads */
  readonly waiting?: ReactNode;
  /** stands there when it fails; nothing without it */
  readonly failed?: (error: Error) => ReactNode;
}

/** One part of a place. What goes wrong inside ends there and leaves the page around alone. */
export function SlotPartView<Name extends SlotName>({ part, of, waiting = null, failed }: PartProps<Name>) {
  const Part = componentOf(part);
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
