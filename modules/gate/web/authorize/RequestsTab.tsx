import { Button, Checkbox, Form, Input, Modal, Select, Table } from 'antd';
import { useRef, useState } from 'react';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { FlowTag } from '#kit/web/parts/FlowTag.tsx';
import { PersonText } from '#kit/web/parts/PersonText.tsx';
import { useSearchParams } from 'react-router';
import { useChangeAddress } from '#kit/web/address.ts';
import { toast } from '#kit/web/dialog.tsx';
import { TimeInput } from '#kit/web/form/calendars.tsx';
import { Missing, Tag, type Tone } from '#kit/web/Tag.tsx';
import { useCall, useWrite, type CallReply } from '#kit/web/use-call.ts';
import { uiTexts } from '#kit/web/ui-texts.ts';
import { ASKED_ACTIONS, REQUEST_LABELS, flowOf, isByHand } from '../../contract/access-request.ts';
import { ACTION_LABELS } from '../../contract/authorize.ts';
import { api } from '../api.ts';

type Row = CallReply<typeof api.accessRequest.page>['data'][number];
const TONES: Record<Row['state'], Tone> = { open: 'accent', granted: 'ok', refused: 'idle', withdrawn: 'idle', ended: 'idle' };
const actionsText = (row: Row) => row.actions.map((action) => ACTION_LABELS[action]).join('、');
const columnsText = (row: Row) => (row.columnIds.length === 0 ? '整张表' : row.columnNames.join('、'));
const placeText = (row: Row) => row.tableName ?? `${row.sourceName}（整个数据源）`;
const PAGE_SIZE = 20;

/** Requests that the caller may decide; `request` of the address opens one of them. */
export function RequestsTab() {
  const [search] = useSearchParams();
  const changeAddress = useChangeAddress();
  const [state, setState] = useState<Row['state'] | 'all'>('open');
  const [page, setPage] = useState(1);
  const wanted = search.get('request');
  const answer = useCall(api.accessRequest.page, { query: { page, pageSize: PAGE_SIZE, ...(state === 'all' ? {} : { state }) } });
  const named = useCall(api.accessRequest.page, { query: { id: wanted ?? '' } }, { enabled: wanted !== null });
  const opened = wanted === null ? undefined : named.data?.data.find((row) => row.id === wanted);
  if (answer.error) return <StateView kind="error" error={answer.error} onRetry={() => void answer.refetch()} />;
  return (
    <div className="grant-requests">
      <Select
        aria-label="申请状态"
        value={state}
        onChange={(next) => {
          setState(next);
          setPage(1);
        }}
        options={[...Object.entries(REQUEST_LABELS).map(([value, label]) => ({ value, label })), { value: 'all', label: '全部' }]}
        style={{ width: 120, margin: '8px 12px' }}
      />
      <Table<Row>
        className="list-table"
        size="small"
        rowKey="id"
        loading={answer.isFetching && !answer.data}
        dataSource={answer.data?.data ?? []}
        pagination={{ current: page, pageSize: PAGE_SIZE, total: answer.data?.total ?? 0, onChange: setPage, hideOnSinglePage: true }}
        locale={{ emptyText: state === 'open' ? '没有待处理的申请' : '没有申请' }}
        columns={[
          {
            title: '申请人',
            key: 'user',
            width: 230,
            ellipsis: true,
            render: (_, row) => (
              <span>
                <PersonText name={row.userName} note={row.deptName} />
              </span>
            ),
          },
          { title: '数据表', key: 'table', width: 220, ellipsis: true, render: (_, row) => placeText(row) },
          { title: '字段', key: 'columns', width: 160, ellipsis: true, render: (_, row) => columnsText(row) },
          { title: '动作', key: 'actions', width: 130, render: (_, row) => actionsText(row) },
          { title: '用途', dataIndex: 'purpose', ellipsis: true },
          { title: '申请时间', dataIndex: 'createTime', width: 175, render: (value: string) => <DateText value={value} /> },
          { title: '状态', key: 'state', width: 90, render: (_, row) => <StateTag row={row} /> },
          {
            title: '操作',
            key: 'do',
            width: 80,
            render: (_, row) => (
              <div className="row-actions">
                <button type="button" onClick={() => changeAddress({ request: row.id })}>
                  {isByHand(row) ? '处理' : '查看'}
                </button>
              </div>
            ),
          },
        ]}
      />
      {opened && <DecideDialog key={opened.id} row={opened} onClose={() => changeAddress({ request: null })} />}
    </div>
  );
}

/** Under approval the state of that; else what became of it. */
const StateTag = ({ row }: { row: Row }) => (
  <FlowTag flow={row.state === 'open' ? flowOf(row) : null}>
    <Tag tone={TONES[row.state]}>{REQUEST_LABELS[row.state]}</Tag>
  </FlowTag>
);

interface Values {
  actions: (typeof ASKED_ACTIONS)[number][];
  endTime: string | null;
  reason?: string;
}

/** One request with its values filled in: granted as asked or changed, or refused with a reason. */
function DecideDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const [form] = Form.useForm<Values>();
  const isBusy = useRef(false);
  const decide = useWrite(api.accessRequest.decide, {
    overlay: false,
    refreshes: [api.authorize.page],
    onSuccess: (reply) => {
      toast.success(reply.grants > 0 ? '已授权，申请人会收到消息' : '已拒绝，申请人会收到消息');
      onClose();
    },
  });
  const submit = async (decision: 'grant' | 'refuse') => {
    if (isBusy.current) return;
    isBusy.current = true;
    const send = async () => {
      const { actions, endTime, reason = '' } = await form.validateFields();
      if (decision === 'refuse' && reason.trim() === '') {
        form.setFields([{ name: 'reason', errors: ['请填写拒绝的原因'] }]);
        return false;
      }
      await decide.mutateAsync({ body: { id: row.id, decision, actions, endTime, reason } });
      return true;
    };
    isBusy.current = await send().catch(() => false); // decided: the dialog is on its way out, a second press does nothing
  };
  const isOpen = isByHand(row);
  return (
    <Modal
      open
      width={560}
      title={isOpen ? '处理权限申请' : '权限申请'}
      onCancel={onClose}
      footer={
        isOpen
          ? [
              <Button key="cancel" onClick={onClose}>
                {uiTexts.cancel}
              </Button>,
              <Button key="refuse" danger loading={decide.isPending} onClick={() => void submit('refuse')}>
                拒绝
              </Button>,
              <Button key="grant" type="primary" loading={decide.isPending} onClick={() => void submit('grant')}>
                同意并授权
              </Button>,
            ]
          : null
      }
    >
      <RequestFacts row={row} />
      {isOpen ? (
        <Form form={form} layout="vertical" initialValues={{ actions: row.actions, endTime: row.endTime }}>
          <Form.Item name="actions" label="动作" rules={[{ required: true, message: '请至少选择一个动作' }]}>
            <Checkbox.Group options={ASKED_ACTIONS.map((value) => ({ value, label: ACTION_LABELS[value] }))} />
          </Form.Item>
          <Form.Item name="endTime" label="有效期至" extra="不填为长期有效">
            <TimeInput placeholder="长期" />
          </Form.Item>
          <Form.Item name="reason" label="说明" extra="拒绝时必填，会告诉申请人">
            <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 6 }} />
          </Form.Item>
        </Form>
      ) : (
        <Outcome row={row} />
      )}
    </Modal>
  );
}

/** How it was decided, or that its approval decides. */
const Outcome = ({ row }: { row: Row }) =>
  row.state === 'open' ? (
    <p>
      <StateTag row={row} /> 由审批流程决定
    </p>
  ) : (
    <p>
      {REQUEST_LABELS[row.state]}：{row.decidedName ?? ''} {row.decidedTime && <DateText value={row.decidedTime} />}{' '}
      {row.reason ?? <Missing />}
    </p>
  );

/** Who asked for what, and why. */
const RequestFacts = ({ row }: { row: Row }) => (
  <dl className="facts grid request-facts">
    <div>
      <dt>申请人</dt>
      <dd>
        <PersonText name={row.userName} note={row.deptName} />
      </dd>
    </div>
    <div>
      <dt>申请时间</dt>
      <dd>
        <DateText value={row.createTime} />
      </dd>
    </div>
    <div>
      <dt>数据表</dt>
      <dd>
        {row.sourceName} <span className="mono">{row.tableName}</span>
      </dd>
    </div>
    <div>
      <dt>字段</dt>
      <dd className={row.columnIds.length === 0 ? undefined : 'mono'}>{columnsText(row)}</dd>
    </div>
    <div className="wide">
      <dt>用途</dt>
      <dd>{row.purpose}</dd>
    </div>
  </dl>
);
