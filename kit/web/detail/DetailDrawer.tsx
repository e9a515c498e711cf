import { Suspense, type ReactNode } from 'react';
import type { EntityList } from '../entity-page/use-entity-page.ts';
import { lazyPart } from '../lazy-part.ts';
import type { RowRule } from '../table/barred.ts';
import type { AnyRow, Column } from '../table/types.ts';
import type { ChangedField } from './ChangeTimeline.tsx';

/** A field of the detail drawer, declared like a column; `wide` spans both columns. */
export type Fact<Row> = Pick<Column<Row>, 'field' | 'title' | 'dict' | 'tones' | 'kind' | 'render'> & { wide?: boolean };

export interface DetailDrawerProps<Row extends AnyRow> {
  list: EntityList<Row>;
  /** what is shown; the columns of the list unless given */
  facts?: readonly Fact<any>[];
  /** the fields of the form: names for the change timeline */
  form?: readonly ChangedField[];
  /** below the facts, with the row as GET /{id} answers it */
  children?: (row: any) => ReactNode;
  /** rows that may be changed; all of them unless given */
  canEdit?: RowRule<any>;
  /** right of 修改 */
  actions?: (row: any) => ReactNode;
}

const OpenDetail = lazyPart(() => import('./OpenDetail.tsx'));

/** Detail drawer of the row named in the URL. */
export function DetailDrawer<Row extends AnyRow>(props: DetailDrawerProps<Row>) {
  const { api, state } = props.list;
  // lists without a detail call have nothing to open
  if (state.opened?.kind !== 'detail' || !api.get) return null;
  return (
    <Suspense fallback={null}>
      <OpenDetail {...(props as DetailDrawerProps<any>)} get={api.get} id={state.opened.id} />
    </Suspense>
  );
}
