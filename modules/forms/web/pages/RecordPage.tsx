import { FormOutlined } from '@ant-design/icons';
import { Button, Segmented, Select } from 'antd';
import { lazy, Suspense, useMemo } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { ExportButton } from '#kit/web/excel/ExportButton.tsx';
import { ImportButton } from '#kit/web/excel/ImportButton.tsx';
import { bindCall } from '#kit/web/client.ts';
import { PageActions } from '#kit/web/page/PageHost.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { confirmDialog, toast } from '#kit/web/dialog.tsx';
import type { BatchAction } from '#kit/web/table/types.ts';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import { useCall } from '#kit/web/use-call.ts';
import type { FormSchema } from '../../contract/schema.ts';
import { api } from '../api.ts';
import { columnsOf } from './record-columns.tsx';
import { filtersOf, recordCalls, searchOf, titleField, type ListedRecord } from './record-list.ts';
import { SetButton } from './SetButton.tsx';
import './pages.css';

const RecordDrawer = lazy(() => import('./RecordDrawer.tsx'));
const StatsView = lazy(() => import('./StatsView.tsx'));

interface FormFields {
  readonly id: string;
  readonly formName: string;
  readonly schema: FormSchema;
  readonly masked: readonly string[];
}

/** 填报数据: the records of one form in columns that follow from its fields, and the figures over them. */
export default function RecordPage() {
  const [search, setSearch] = useSearchParams();
  const forms = useCall(api.stats.forms, undefined, { staleTime: 30_000 });
  const formId = search.get('form') ?? forms.data?.[0]?.id ?? null;
  const tab = search.get('tab') === 'stats' ? 'stats' : 'list';
  const fields = useCall(api.stats.fields, { params: { id: formId ?? '' } }, { enabled: formId !== null });
  if (forms.error) return <StateView kind="error" error={forms.error} onRetry={() => void forms.refetch()} />;
  if (!forms.data) return <StateView kind="loading" rows={8} />;
  if (formId === null) return <StateView kind="empty" what="还没有发布的表单" why="发布表单后，填报的数据在这里查看。" />;
  // filters of one form say nothing about another
  const go = (next: { form?: string; tab?: string }) =>
    setSearch({ form: next.form ?? formId, ...((next.tab ?? tab) === 'stats' && { tab: 'stats' }) });
  const shown = fields.data;
  return (
    <div className="panel list-page record-page">
      <div className="record-tools">
        <Select
          aria-label="表单"
          className="record-form"
          showSearch={{ optionFilterProp: 'label' }}
          options={forms.data.map(({ id, formName }) => ({ value: id, label: formName }))}
          value={formId}
          onChange={(form) => go({ form })}
        />
        <Segmented
          aria-label="查看方式"
          options={[
            { value: 'list', label: '数据' },
            { value: 'stats', label: '统计' },
          ]}
          value={tab}
          onChange={(next) => go({ tab: next })}
        />
      </div>
      {fields.error && <StateView kind="error" error={fields.error} onRetry={() => void fields.refetch()} />}
      {!fields.error && !shown && <StateView kind="loading" rows={8} />}
      {shown && tab === 'list' && <Records key={formId} form={shown} />}
      {shown && tab === 'stats' && (
        <Suspense fallback={<StateView kind="loading" rows={8} />}>
          <PageActions>
            <SetButton form={shown} />
          </PageActions>
          <StatsView formId={formId} />
        </Suspense>
      )}
    </div>
  );
}

/** What is done with chosen records of a form whose fillings are approved: those that a workbook brought wait to be submitted. */
function submittingOf({ id, schema }: FormFields, refresh: () => Promise<void>): BatchAction<ListedRecord>[] {
  const submit = (chosen: readonly ListedRecord[]) =>
    void confirmDialog({
      title: `提交所选 ${chosen.length} 份填报？`,
      content: '提交后进入审批，只能提交自己填报且待提交的内容。',
      okText: '提交',
      onOk: async () => {
        const { submitted } = await api.record.submitMany({ params: { id }, body: { ids: chosen.map((one) => one.id) } });
        toast.success(`已提交 ${submitted} 份`);
        await refresh();
      },
    });
  return schema.settings.approval ? [{ key: 'submit', label: '提交所选', call: api.record.submitMany, onClick: submit }] : [];
}

function Records({ form }: { form: FormFields }) {
  const { id: formId, schema, masked } = form;
  const navigate = useNavigate();
  const calls = useMemo(() => recordCalls({ id: formId, schema }), [formId, schema]);
  const options = useMemo<EntityPageOptions<ListedRecord>>(
    () => ({
      label: '填报',
      details: false,
      nameField: titleField(schema) ? 'title' : 'submitterName',
      columns: columnsOf(schema),
      search: filtersOf(schema, masked),
    }),
    [schema, masked],
  );
  const list = useEntityPage(calls, options);
  const show = (row: ListedRecord) => () => list.open({ kind: 'detail', id: row.id });
  const { opened } = list.state;
  const submitting = submittingOf(form, list.refresh);
  return (
    <>
      <PageActions>
        <SetButton form={form} />
        <ImportButton api={calls} label={form.formName} onDone={list.refresh} />
        <ExportButton
          call={bindCall(api.book.exportRows, { id: formId })}
          label={form.formName}
          rows={list.total}
          body={() => ({ ...searchOf(list.query), ...(list.selected.length > 0 && { ids: list.selected.map((row) => row.id) }) })}
        />
        <Button type="primary" icon={<FormOutlined />} onClick={() => void navigate(`/datafilling/my?open=${formId}`)}>
          填报
        </Button>
      </PageActions>
      <EntityTable<ListedRecord>
        list={list}
        opener={show}
        batch={submitting}
        actions={(row) => [{ key: 'show', label: '查看', onClick: show(row) }]}
      />
      {opened?.kind === 'detail' && (
        <Suspense>
          <RecordDrawer formId={formId} recordId={opened.id} onClose={() => list.open(null)} />
        </Suspense>
      )}
    </>
  );
}
