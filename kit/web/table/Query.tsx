import { Suspense, type ComponentProps } from 'react';
import { lazyPart } from '../lazy-part.ts';
import { usePhone } from '../use-phone.ts';
import { QueryBar } from './QueryBar.tsx';

const PhoneQuery = lazyPart(async () => ({ default: (await import('./PhoneQuery.tsx')).PhoneQuery }));

/** Filters of a list: bar, or phone layout on narrow windows. */
export function Query(props: ComponentProps<typeof QueryBar>) {
  const isPhone = usePhone();
  if (!isPhone) return <QueryBar {...props} />;
  if (props.fields.length === 0) return null;
  return (
    <Suspense fallback={<div className="phone-query" />}>
      <PhoneQuery {...props} />
    </Suspense>
  );
}
