import { useEffect, useMemo } from 'react';
import { useRefreshDicts } from '#kit/web/dict/use-dict.ts';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { useEntityPanel, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { EntityForm } from '#kit/web/form/EntityForm.tsx';
import type { FormField, InputOf } from '#kit/web/form/types.ts';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import { ActionsHere } from '#kit/web/page/PageHost.tsx';
import type { RowOf } from '#kit/web/table/types.ts';
import { api } from './api.ts';

type Row = RowOf<typeof api.dictItem>;

const fields: readonly FormField<InputOf<typeof api.dictItem>>[] = [
  { field: 'itemText', label: '编码', hint: '存入数据的值' },
  { field: 'itemValue', label: '名称', hint: '页面上显示的文字' },
  { field: 'itemSort', label: '排序', widget: 'number', initial: 0 },
  { field: 'status', label: '状态', widget: 'switch', initial: '1' },
  { field: 'remark', label: '备注', widget: 'area', wide: true },
];

/** The items of one dictionary: code, label, order. */
export function DictItems({ dictId }: { dictId: string }) {
  const options = useMemo<EntityPageOptions<Row>>(
    () => ({
      label: '字典项',
      details: false,
      nameField: 'itemValue',
      always: { dictId },
      search: [
        { field: 'itemText', label: '编码' },
        { field: 'itemValue', label: '名称' },
      ],
      columns: [
        { field: 'itemText', title: '编码', kind: 'mono', width: 140, sort: true },
        { field: 'itemValue', title: '名称', width: 180 },
        { field: 'itemSort', title: '排序', kind: 'number', width: 90, sort: true },
        { field: 'status', title: '状态', dict: 'sys_common_status', width: 90 },
        { field: 'remark', title: '备注' },
      ],
    }),
    [dictId],
  );
  const list = useEntityPanel(api.dictItem, options);
  const refreshDicts = useRefreshDicts();
  // whatever was changed here: other pages read their dictionaries again
  useEffect(() => () => void refreshDicts(), [refreshDicts]);
  return (
    <div className="list-panel-in-drawer">
      <div className="drawer-actions">
        <ActionsHere>
          <ListActions<Row> list={list} />
        </ActionsHere>
      </div>
      <EntityTable<Row> list={list} />
      <EntityForm
        api={api.dictItem}
        label="字典项"
        fields={fields}
        opened={list.state.opened}
        onClose={() => list.open(null)}
        prepare={(values) => ({ ...values, dictId })}
      />
    </div>
  );
}
