import type { SlotPlaces } from '#kit/web/slots/slots.ts';
import { PublishingRecord } from '#modules/library/web/parts.ts';

export default function ScreenPublishing(of: SlotPlaces['flow.detail']) {
  return <PublishingRecord of={of} kind="screen" />;
}
