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
  /** the row being edited; null or a detail view = closed */
  opened: Opened;
  onClose: () => void;
  /** initial values of a new row, such as the parent it is added under */
  initial?: Partial<InputOf<A>>;
  prepare?: (values: InputOf<A>, row: RowOf<A> | null) => unknown;
  refreshes?: readonly AnyCall[];
  /** called after saving with the reply, for instance to show a generated password once */
  onSaved?: (reply: any) => void;
  /** an additional button that saves and then runs an action (保存并发布); only with permission for `call` */
  further?: { label: string; call: AnyCall; run: (id: string) => void };
  /** above the fields */
  children?: ReactNode;
}

// the form is loaded with its first use: lists are read more often than edited
const FormDrawer = lazyPart(() => import('./FormDrawer.tsx'));

/** Drawer for creating or editing a row; asks before unsaved changes are discarded. */
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
