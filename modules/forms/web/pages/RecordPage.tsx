import { Button, Input, Select, Table, type TableColumnsType } from 'antd';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { Can } from '#kit/web/can.tsx';
import { confirmDialog, toast } from '#kit/web/dialog.tsx';
import { FlowTag } from '#kit/web/parts/FlowTag.tsx';
import { flowOf } from '../flow-of.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall, useRefresh } from '#kit/web/use-call.ts';
import type { RecordRow } from '../../contract/record.ts';
import type { FormSchema } from '../../contract/schema.ts';
import { mainFields, subforms } from '../../core/index.ts';
import { api } from '../api.ts';
import { ValueText, type Labels } from '../fill/value-text.tsx';
import './pages.css';

const RecordDrawer = lazy(() => import('./RecordDrawer.tsx'));
const PAGE_SIZES = [20, 50, 100, 200];

/** The place of the list in the address: form, page, words, the opened record. */
function usePlace() {
  const [search, setSearch] = useSearchParams();
  const put = (changes: Readonly<Record<string, string | null>>) => {
    const next = new URLSearchParams(search);
    for (const [key, value] of Object.entries(changes)) {
      if (value === null || value === '') next.delete(key);
      else next.set(key, value);
    }
    setSearch(next);
  };
  const whole = (key: string, otherwise: number) => Math.max(1, Math.trunc(Number(search.get(key))) || otherwise);
  return {
    formId: search.get('form'),
    keyword: search.get('keyword') ?? '',
    opened: search.get('record'),
    pageNum: whole('page', 1),
    pageSize: Math.min(200, whole('size', 20)),
    put,
  };
}

/** 填报数据: the records of one form, in columns that follow from its fields. */
export default function RecordPage() {
  const place = usePlace();
  const forms = useCall(api.form.page, { query: { pageSize: 200 } }, { staleTime: 30_000 });
  const rows = forms.data?.data.filter(({ versionNo }) => versionNo !== null) ?? [];
  const formId = place.formId ?? rows[0]?.id ?? null;
  if (forms.error) return <StateView kind="error" error={forms.error} onRetry={() => void forms.refetch()} />;
  if (!forms.data) return <StateView kind="loading" rows={8} />;
  if (formId === null) return <StateView kind="empty" what="还没有发布的表单" why="发布表单后，填报的数据在这里查看。" />;
  return <Records key={formId} {...{ formId, place }} choices={rows.map(({ id, formName }) => ({ value: id, label: formName }))} />;
}

/** The chosen records, and how they are deleted. */
function useChosen(formId: string) {
  const [selected, setSelected] = useState<string[]>([]);
  const refresh = useRefresh();
  const remove = () =>
    void confirmDialog({
      title: `删除 ${selected.length} 条填报？`,
      content: '删除后列表、统计和数据集中都不再出现。',
      okText: '删除',
      danger: true,
      onOk: async () => {
        await api.record.removeMany({ params: { id: formId, ids: selected.join(',') } });
        toast.success('已删除');
        setSelected([]);
        await refresh(api.record.page);
      },
    });
  return { selected, setSelected, remove };
}
interface Props {
  formId: string;
  place: ReturnType<typeof usePlace>;
  choices: { value: string; label: string }[];
}
function Records({ formId, place, choices }: Props) {
  const { keyword, pageNum, pageSize, put } = place;
  const form = useCall(api.form.get, { params: { id: formId } });
  const query = { pageNum, pageSize, ...(keyword !== '' && { keyword }) };
  const found = useCall(api.record.page, { params: { id: formId }, query }, { keepPrevious: true });
  const { selected, setSelected, remove } = useChosen(formId);
  const navigate = useNavigate();
  const columns = useMemo(() => (form.data ? columnsOf(form.data.schema, found.data?.labels) : []), [form.data, found.data?.labels]);
  return (
    <div className="panel list-page record-page">
      <div className="record-tools">
        <Select
          aria-label="表单"
          className="record-form"
          showSearch={{ optionFilterProp: 'label' }}
          options={choices}
          value={formId}
          onChange={(id) => put({ form: id, page: null, keyword: null })}
        />
        <Input.Search
          key={keyword}
          allowClear
          aria-label="搜索"
          placeholder="搜索填报内容"
          className="my-search"
          defaultValue={keyword}
          onSearch={(text) => put({ keyword: text.trim(), page: null })}
        />
        <span className="grow" />
        {selected.length > 0 && (
          <Can call={api.record.removeMany}>
            <Button danger onClick={remove}>
              删除 {selected.length} 条
            </Button>
          </Can>
        )}
        <Button type="primary" onClick={() => void navigate(`/datafilling/my?open=${formId}`)}>
          填报
        </Button>
      </div>
      {(found.error ?? form.error) ? (
        <StateView kind="error" error={found.error ?? form.error} onRetry={() => void Promise.all([found.refetch(), form.refetch()])} />
      ) : (
        <Table<RecordRow>
          size="middle"
          rowKey="id"
          loading={found.isFetching}
          scroll={{ x: 'max-content' }}
          dataSource={found.data?.data ?? []}
          locale={{ emptyText: keyword === '' ? '还没有人填报' : '没有匹配的填报' }}
          rowSelection={{ selectedRowKeys: selected, onChange: (keys) => setSelected(keys.map(String)), preserveSelectedRowKeys: true }}
          onRow={(row) => ({ onDoubleClick: () => put({ record: row.id }) })}
          pagination={{
            current: pageNum,
            pageSize,
            total: found.data?.total ?? 0,
            pageSizeOptions: PAGE_SIZES,
            showSizeChanger: true,
            showTotal: (total) => `共 ${total} 条`,
            onChange: (page, size) => put({ page: String(page), size: String(size) }),
          }}
          columns={[...columns, ...ownColumns((id) => put({ record: id }))]}
        />
      )}
      {place.opened !== null && (
        <Suspense>
          <RecordDrawer formId={formId} recordId={place.opened} onClose={() => put({ record: null })} />
        </Suspense>
      )}
    </div>
  );
}

/** What every record has, whatever its form. */
const ownColumns = (open: (id: string) => void): TableColumnsType<RecordRow> => [
  { title: '审批', key: 'flow', width: 96, render: (_, row) => <FlowTag flow={flowOf(row)}>—</FlowTag> },
  { title: '填报人', dataIndex: 'submitterName', width: 100 },
  { title: '部门', dataIndex: 'deptName', width: 140 },
  { title: '提交时间', dataIndex: 'createTime', width: 152, render: (time: string) => <DateText value={time} /> },
  {
    title: '操作',
    key: 'act',
    width: 72,
    fixed: 'right',
    render: (_, row) => (
      <Button type="link" size="small" onClick={() => open(row.id)}>
        查看
      </Button>
    ),
  },
];
/** A column for each field, the number of rows for each sub-table. */
function columnsOf(schema: FormSchema, labels: Labels | undefined) {
  const listed = mainFields(schema).filter(({ isUnlisted, type }) => !isUnlisted && type !== 'editor');
  return [
    ...listed.map((field) => ({
      title: field.label,
      key: field.id,
      ellipsis: true,
      width: field.type === 'textarea' ? 240 : 150,
      render: (_: unknown, row: RecordRow) => <ValueText field={field} value={row.values[field.key] ?? null} labels={labels} />,
    })),
    ...subforms(schema).map((sub) => ({
      title: sub.label,
      key: sub.id,
      width: 96,
      render: (_: unknown, row: RecordRow) => {
        const rows = row.values[sub.key];
        return Array.isArray(rows) ? `${rows.length} 行` : '—';
      },
    })),
  ];
}
