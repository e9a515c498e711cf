import { useLocation, useSearchParams } from 'react-router';
import { useChangeAddress } from './address.ts';
import { APPROVAL } from './parts/FlowTag.tsx';
import { SlotPartView, useSlot } from './slots/Slot.tsx';

/** The approval that the address names, beside whatever page is there: `FlowTag` writes it, and so do links. */
export function ApprovalHost() {
  const [part] = useSlot('flow.instance');
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const change = useChangeAddress();
  const id = search.get(APPROVAL);
  if (!part || !id) return null;
  return (
    <SlotPartView<'flow.instance'>
      key={`${pathname} ${id}`}
      part={part}
      of={{ id, onClose: () => change({ [APPROVAL]: null, flow: null }) }}
    />
  );
}
