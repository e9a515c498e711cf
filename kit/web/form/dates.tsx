import { Input } from 'antd';
import { Suspense, type ComponentType, type CSSProperties } from 'react';
import { lazyPart } from '../lazy-part.ts';

/** Lazily loads a date picker, which is large, behind a placeholder of the same size. */
function late<P extends { id?: string; 'aria-label'?: string; className?: string; style?: CSSProperties }>(
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> {
  const Calendar: ComponentType<any> = lazyPart(async () => ({ default: (await load()) as ComponentType<any> }));
  return (props) => (
    <Suspense fallback={<Input disabled id={props.id} aria-label={props['aria-label']} className={props.className} style={props.style} />}>
      <Calendar {...props} />
    </Suspense>
  );
}

const calendars = () => import('./calendars.tsx');

export const DayInput = late(async () => (await calendars()).DayInput);
export const TimeInput = late(async () => (await calendars()).TimeInput);
export const DateSpan = late(async () => (await calendars()).DateSpan);
