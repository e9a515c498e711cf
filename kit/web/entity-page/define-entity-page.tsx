import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ComponentType, ReactNode } from 'react';
import { useCan } from '../can.tsx';
import { DetailDrawer, type Fact } from '../detail/DetailDrawer.tsx';
import { ExportButton } from '../excel/ExportButton.tsx';
import { ImportButton } from '../excel/ImportButton.tsx';
import { EntityForm } from '../form/EntityForm.tsx';
import type { FormField, InputOf } from '../form/types.ts';
import { PageActions } from '../page/PageHost.tsx';
import { layOut } from '../table/column-layout.ts';
import { EntityTable } from '../table/EntityTable.tsx';
import type { AnyRow, BatchAction, Column, PagedApi, RowAction, RowOf, SearchField } from '../table/types.ts';
import { useEntityPage, type EntityList } from './use-entity-page.ts';

interface EntityPage<A extends PagedApi> {
  /** 岗位管理 */
  title: string;
  /** 岗位; the title without 管理 unless given */
  label?: string;
  api: A;
  search?: readonly SearchField[];
  columns: readonly Column<RowOf<A>>[];
  form?: readonly FormField<InputOf<A>>[];
  /** the detail drawer; the columns unless given */
  facts?: readonly Fact<any>[];
  nameField?: keyof RowOf<A> & string;
  actions?: (row: RowOf<A>, list: EntityList<RowOf<A>>) => readonly RowAction[];
  batch?: (list: EntityList<RowOf<A>>) => readonly BatchAction<RowOf<A>>[];
}

/**
 * A whole list page from a declaration (first level of abstraction). For deviations compose `useEntityPage`, `<EntityTable>` and
 * `<EntityForm>`.
 *
 *      export default defineEntityPage({ title: '岗位管理', api: api.post, search: [...], columns: [...], form: [...] });
 */
export function defineEntityPage<A extends PagedApi>(page: EntityPage<A>): ComponentType {
  const { api, title, search, columns, nameField, form = [], facts, actions, batch } = page;
  const label = page.label ?? title.replace(/管理$/, '');
  const options = { label, columns, search, nameField };
  function Page() {
    const list = useEntityPage(api, options);
    return (
      <div className="panel list-page">
        <ListActions<RowOf<A>> list={list} />
        <EntityTable<RowOf<A>> list={list} actions={actions && ((row) => actions(row, list))} batch={batch?.(list)} />
        <EntityForm api={api} label={label} fields={form} opened={list.state.opened} onClose={() => list.open(null)} />
        <DetailDrawer<RowOf<A>> list={list} facts={facts} form={form} />
      </div>
    );
  }
  Page.displayName = title;
  return Page;
}

/** The buttons 导入, 导出, 新增, as far as the entity supports and the account may use them. */
export function ListActions<Row extends AnyRow>({ list, children }: { list: EntityList<Row>; children?: ReactNode }) {
  const can = useCan();
  const { api, options } = list;
  const exportBody = () => ({
    ...list.query,
    ...(list.selected.length > 0 && { ids: list.selected.map((row) => row.id) }),
    columns: layOut(options.columns, list.settings.layout)
      .map((column) => column.field)
      .filter((field) => !field.startsWith('_')),
  });
  return (
    <PageActions>
      {children}
      <ImportButton api={api} label={options.label} onDone={list.refresh} />
      {api.exportRows && (
        <ExportButton
          call={api.exportRows}
          job={api.exportJob}
          label={options.label}
          rows={list.selected.length || (list.totalCapped ? null : list.total)}
          body={exportBody}
        />
      )}
      {api.create && can(api.create) && (
        <Button type="primary" icon={<PlusOutlined />} onClick={() => list.open({ kind: 'new' })}>
          新增{options.label}
        </Button>
      )}
    </PageActions>
  );
}
