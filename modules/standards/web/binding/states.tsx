import { Tag, type Tone } from '#kit/web/Tag.tsx';
import type { CallReply } from '#kit/web/use-call.ts';
import type { api } from '../api.ts';

export type BoundState = CallReply<typeof api.binding.page>['data'][number]['state'];

export const BOUND_STATES: Readonly<Record<BoundState, readonly [label: string, tone: Tone]>> = {
  conform: ['合标', 'ok'],
  partial: ['部分合标', 'warn'],
  bad: ['不合标', 'bad'],
  retired: ['标准已废止', 'bad'],
  exempt: ['豁免', 'idle'],
  unread: ['无法核对', 'warn'],
  open: ['未核对', 'idle'],
};

/** How a column stands against its standard. */
export function BoundTag({ state }: { state: BoundState }) {
  const [label, tone] = BOUND_STATES[state];
  return <Tag tone={tone}>{label}</Tag>;
}
