import { Suspense, type ReactNode } from 'react';
import { lazyPart } from '../lazy-part.ts';
import type { Opened } from '../table/list-state.ts';
import type { AnyCall, EntityApi, RowOf } from '../table/types.ts';
import type { FormField, InputOf } from './types.ts';

export interface EntityFormProps<A extends EntityApi> {
  api: A;
  /** 岗位 */
  label: string;
  fields: readonly FormField<InputOf<A>>[];
  /** what is being edited; null or a detail = closed */
  opened: Opened;
  onClose: () => void;
  /** start values of a new row, for instance the parent it was added under */
  initial?: Partial<InputOf<A>>;
  prepare?: (values: InputOf<A>, row: RowOf<A> | null) => unknown;
  refreshes?: readonly AnyCall[];
  /** after saving, with the reply of the call: to show a password once, to go on elsewhere */
  onSaved?: (reply: any) => void;
  /** another button that saves and then does something with the record: 保存并发布; only with the right to `call` */
  further?: { label: string; call: AnyCall; run: (id: string) => void };
  /** above the fields */
  children?: ReactNode;
}

// a list is read more often than it is edited: inputs and checks come with the first form
const FormDrawer = lazyPart(() => import('./FormDrawer.tsx'));

/** The drawer in which a row is added or edited; it closes only when nothing is lost, or the person agrees. */
export function EntityForm<A extends EntityApi>(props: EntityFormProps<A>) {
  const { opened } = props;
  if (opened?.kind !== 'new' && opened?.kind !== 'edit') return null;
  const id = opened.kind === 'edit' ? opened.id : null;
  return (
    <Suspense fallback={null}>
      <FormDrawer key={id ?? 'new'} {...(props as EntityFormProps<any>)} id={id} />
    </Suspense>
  );
}
