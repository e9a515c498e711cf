import type { SlotPlaces } from '#kit/web/slots/slots.ts';
import { SharingRecord } from '#modules/library/web/parts.ts';

export default function BoardSharing(of: SlotPlaces['flow.detail']) {
  return <SharingRecord of={of} kind="board" />;
}
