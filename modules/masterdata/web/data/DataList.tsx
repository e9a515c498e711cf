import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Suspense, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { useCan } from '#kit/web/can.tsx';
import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { ExportButton } from '#kit/web/excel/ExportButton.tsx';
import { ImportButton } from '#kit/web/excel/ImportButton.tsx';
import { lazyPart } from '#kit/web/lazy-part.ts';
import { PageActions } from '#kit/web/page/PageHost.tsx';
import { ObjectFailed } from '#kit/web/parts/ObjectFailed.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { layOut } from '#kit/web/table/column-layout.ts';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import { useCall, useRefresh } from '#kit/web/use-call.ts';
import type { DataRow } from '../../contract/data.ts';
import type { FormParam, TableParam } from '../../contract/model.ts';
import { titleColumn } from '../../core/index.ts';
import { api } from '../api.ts';
import { recordPath } from '../paths.ts';
import { Additions } from './Additions.tsx';
import { fieldOf, listApi, sentQuery } from './list-api.ts';
import { listColumns, searchFields } from './list-columns.tsx';

const RecordDrawer = lazyPart(() => import('./RecordDrawer.tsx'));
const BACK = { to: '/masterdata/datamanage', text: '返回数据管理' };

/** The records of one model; columns, filters and form follow from it. */
export function DataList({ modelId }: { modelId: string }) {
  const params = { id: modelId };
  const table = useCall(api.model.tableParam, { params });
  const form = useCall(api.model.formParam, { params });
  const error = table.error ?? form.error;
  if (error)
    return (
      <div className="list-main">
        <ObjectFailed error={error} noun="数据模型" back={BACK} onRetry={() => void Promise.all([table.refetch(), form.refetch()])} />
      </div>
    );
  if (!table.data || !form.data)
    return (
      <div className="list-main">
        <StateView kind="loading" rows={8} />
      </div>
    );
  return <Loaded table={table.data} form={form.data} />;
}

const SYSTEM = new Set(['status', 'createDeptName', 'createName', 'createTime', 'updateTime']);

/** The list as the model wants it. */
function listOptions(table: TableParam, form: FormParam): EntityPageOptions<DataRow> {
  const listed = new Set(table.columnList.map(({ prop }) => prop));
  const title = titleColumn(form.columnList.filter(({ columnName }) => listed.has(columnName)))?.columnName;
  return {
    label: table.modelName,
    details: false,
    columns: listColumns(table, form, title),
    search: searchFields(table),
    ...(title !== undefined && { nameField: fieldOf(title) as never }),
  };
}

function Loaded({ table, form }: { table: TableParam; form: FormParam }) {
  const { modelId, modelName } = table;
  const can = useCan();
  const navigate = useNavigate();
  const refresh = useRefresh();
  const calls = useMemo(() => listApi(modelId), [modelId]);
  const options = useMemo(() => listOptions(table, form), [table, form]);
  const list = useEntityPage(calls, options);
  const { opened } = list.state;
  const renew = async () => {
    await list.refresh();
    await refresh(api.model.list, api.data.additions);
  };
  const exportBody = () => ({
    ...sentQuery(list.query),
    ...(list.selected.length > 0 && { ids: list.selected.map((row) => row.id) }),
    columns: layOut(options.columns, list.settings.layout)
      .map(({ field }) => field)
      .filter((field) => !SYSTEM.has(field)),
  });
  const mayOpen = can(api.data.get);
  const add = can(api.data.create) && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => list.open({ kind: 'new' })}>
      新增{modelName}
    </Button>
  );
  return (
    <>
      <PageActions>
        <Additions table={table} />
        <ImportButton api={calls} label={modelName} onDone={renew} />
        <ExportButton call={calls.exportRows} label={modelName} rows={list.selected.length || list.total} body={exportBody} />
        {add}
      </PageActions>
      <EntityTable<DataRow>
        list={list}
        opener={(row) => (mayOpen ? () => void navigate(recordPath(modelId, row.id)) : undefined)}
        canEdit={(row) => (row.flow?.flowStatus === '3' ? '变更审核中，不能修改' : row.status === '1' || '已禁用，不能修改')}
        canRemove={(row) => (row.flow?.flowStatus === '3' ? '变更审核中，不能删除' : true)}
      />
      {(opened?.kind === 'new' || opened?.kind === 'edit') && (
        <Suspense fallback={null}>
          <RecordDrawer
            modelId={modelId}
            id={opened.kind === 'edit' ? opened.id : null}
            onClose={() => list.open(null)}
            onSaved={() => void renew()}
          />
        </Suspense>
      )}
    </>
  );
}
