import { EditOutlined, EyeOutlined, FormOutlined, SearchOutlined } from '@ant-design/icons';
import { Button, Input, Pagination, Table } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { ObjectFailed } from '#kit/web/parts/ObjectFailed.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Tag } from '#kit/web/Tag.tsx';
import { useObjectTitle } from '#kit/web/page/object-title.tsx';
import { flowPermits } from '#kit/contract/flow.ts';
import { FlowTag } from '#kit/web/parts/FlowTag.tsx';
import type { FormRecord } from '../../contract/record.ts';
import { flowOf } from '../flow-of.ts';
import { mayAsk, RecordActions } from './RecordActions.tsx';
import { RecordView } from './RecordDrawer.tsx';
import { RecordFlow } from './RecordFlow.tsx';
import { bindCall } from '#kit/web/client.ts';
import { ImportButton } from '#kit/web/excel/ImportButton.tsx';
import { PageActions } from '#kit/web/page/PageHost.tsx';
import type { EntityApi } from '#kit/web/table/types.ts';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { FillForm, type Changing } from '../fill/FillForm.tsx';
import { MyTasks } from '../tasks/MyTasks.tsx';
import './pages.css';

const PATH = '/datafilling/my';
const mayChange = ({ flowStatus }: Pick<FormRecord, 'flowStatus'>): boolean => flowStatus === null || flowPermits('edit', flowStatus);

/** 我的填报: what there is to fill in, and what the person has filled in; `?open=` is one filling. */
export default function MyPage() {
  const [search] = useSearchParams();
  const formId = search.get('open');
  const [recordId, roundId] = [search.get('record'), search.get('round')];
  const change = recordId === null ? null : search.get('change');
  const key = `${formId} ${recordId ?? ''} ${roundId ?? ''} ${change ?? ''}`;
  return formId ? <FillOne key={key} {...{ formId, recordId, roundId, change }} /> : <MyLists />;
}

interface FillOneProps {
  formId: string;
  recordId: string | null;
  roundId: string | null;
  /** a change of the record is asked for */
  change: string | null;
}
const NEW_CHANGE: Changing = { values: null, returned: null, processInstanceId: null };
/** The change of a record that is filled in here; null when the record is only read, or changed itself. */
const changing = (record: FormRecord | undefined, change: string | null): Changing | null =>
  record && change !== null && mayAsk(record) ? (record.change ?? NEW_CHANGE) : null;

function FillOne({ formId, recordId, roundId, change }: FillOneProps) {
  const navigate = useNavigate();
  const params = { id: formId };
  const filling = useCall(api.record.filling, { params });
  const record = useCall(api.record.get, { params: { id: formId, recordId: recordId ?? '' } }, { enabled: recordId !== null });
  const draft = useCall(api.record.draft, { params }, { enabled: recordId === null, staleTime: 0 });
  const round = useCall(api.task.myRound, { params: { roundId: roundId ?? '' } }, { enabled: roundId !== null, staleTime: 0 });
  useObjectTitle(round.data?.taskName ?? filling.data?.formName);
  // what is decided about, or has been, is read; also after its form was stopped
  const asked = changing(record.data, change);
  if (record.data && !record.data.canEdit && !asked) return <FilledIn record={record.data} />;
  const error = filling.error ?? record.error ?? round.error;
  if (error)
    return (
      <ObjectFailed
        error={error}
        noun="表单"
        back={{ to: PATH, text: '返回我的填报' }}
        onRetry={() => void Promise.all([filling.refetch(), recordId !== null && record.refetch(), roundId !== null && round.refetch()])}
      />
    );
  // a draft that cannot be read is no reason to keep anybody from filling in
  const isWaiting = !filling.data || (recordId === null ? draft.isLoading : !record.data) || (roundId !== null && !round.data);
  if (isWaiting || !filling.data) return <StateView kind="loading" shape="block" rows={3} />;
  const back = () => void navigate(PATH);
  return (
    <>
      {round.data?.repeat === 'many' && recordId === null && (
        <PageActions>
          <ImportButton
            api={roundBook(formId, round.data.roundId)}
            label={`${filling.data.formName}（${round.data.taskName}）`}
            onDone={() => Promise.resolve(back())}
          />
        </PageActions>
      )}
      <FillForm
        filling={filling.data}
        record={record.data ?? null}
        stored={draft.data ?? null}
        round={round.data ?? null}
        change={asked}
        onDone={back}
      />
    </>
  );
}

/** The workbook of a form whose records are for one round. */
const roundBook = (id: string, roundId: string): EntityApi => ({
  importTemplate: bindCall(api.book.importTemplate, { id }),
  importRows: bindCall(api.book.importRound, { id, roundId }),
  importErrors: bindCall(api.book.importErrors, { id }),
});

/** An own record that cannot be changed now. */
function FilledIn({ record }: { record: FormRecord }) {
  return (
    <section className="panel my-record" aria-label={record.formName}>
      <header className="panel-head">
        <h2>{record.formName}</h2>
        <FlowTag flow={flowOf(record)} />
        <span className="grow" />
        <RecordActions record={record} />
      </header>
      <RecordView record={record} />
    </section>
  );
}

function MyLists() {
  const [typed, setTyped] = useState('');
  const keyword = useDeferredValue(typed.trim());
  const navigate = useNavigate();
  const mine = useCall(api.record.mine, { query: keyword === '' ? {} : { keyword } }, { keepPrevious: true });
  return (
    <div className="my-filling">
      <MyTasks />
      <section className="panel" aria-label="可填报的表单">
        <header className="panel-head">
          <h2>可填报的表单</h2>
          <Input
            allowClear
            prefix={<SearchOutlined />}
            aria-label="搜索表单"
            placeholder="搜索表单"
            className="my-search"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </header>
        {mine.error && <StateView kind="error" error={mine.error} onRetry={() => void mine.refetch()} />}
        {!mine.error && !mine.data && <StateView kind="loading" rows={3} />}
        {mine.data?.length === 0 && <StateView kind="empty" what={keyword === '' ? '暂时没有要填报的表单' : '没有匹配的表单'} />}
        <div className="my-forms">
          {mine.data?.map((form) => (
            <button key={form.formId} type="button" className="my-form" onClick={() => void navigate(`${PATH}?open=${form.formId}`)}>
              <FormOutlined />
              <span>
                <strong className="cut">{form.formName}</strong>
                <small className="cut">{form.remark ?? `第 ${form.versionNo} 版`}</small>
              </span>
              <span className="my-note">
                {form.hasDraft && <Tag tone="warn">有草稿</Tag>}
                {form.recordCount > 0 && <small>已填 {form.recordCount} 份</small>}
              </span>
            </button>
          ))}
        </div>
      </section>
      <MyRecords />
    </div>
  );
}

function MyRecords() {
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const pageNum = Math.max(1, Number(search.get('page') ?? 1) || 1);
  const { data, error, isFetching, refetch } = useCall(api.record.myRecords, { query: { pageNum, pageSize: 20 } }, { keepPrevious: true });
  const turn = (page: number) => {
    const next = new URLSearchParams(search);
    next.set('page', String(page));
    setSearch(next);
  };
  return (
    <section className="panel" aria-label="我的填报记录">
      <header className="panel-head">
        <h2>我的填报记录</h2>
      </header>
      {error ? (
        <StateView kind="error" error={error} onRetry={() => void refetch()} />
      ) : data?.total === 0 ? (
        <StateView kind="empty" what="还没有填报记录" />
      ) : (
        <Table
          size="middle"
          rowKey="id"
          loading={isFetching}
          pagination={false}
          scroll={{ x: 'max-content' }}
          dataSource={data?.data ?? []}
          columns={[
            { title: '表单', dataIndex: 'formName' },
            { title: '版本', dataIndex: 'versionNo', render: (no: number) => `第 ${no} 版` },
            { title: '审批', key: 'flow', render: (_, row) => <RecordFlow record={row} /> },
            { title: '提交时间', dataIndex: 'createTime', render: (time: string) => <DateText value={time} /> },
            {
              title: '更新时间',
              dataIndex: 'updateTime',
              render: (time: string | null) => (time === null ? '—' : <DateText value={time} />),
            },
            {
              title: '操作',
              key: 'act',
              render: (_, row) => (
                <Button
                  type="link"
                  size="small"
                  icon={mayChange(row) ? <EditOutlined /> : <EyeOutlined />}
                  onClick={() => void navigate(`${PATH}?open=${row.formId}&record=${row.id}`)}
                >
                  {mayChange(row) ? '查看与修改' : '查看'}
                </Button>
              ),
            },
          ]}
        />
      )}
      {(data?.total ?? 0) > 20 && (
        <Pagination className="my-pages" current={pageNum} pageSize={20} total={data?.total ?? 0} showSizeChanger={false} onChange={turn} />
      )}
    </section>
  );
}
