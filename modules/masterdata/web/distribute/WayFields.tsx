import { Input, Select } from 'antd';
import { useCall } from '#kit/web/use-call.ts';
import { SourceSelect, TableSelect } from '#modules/standards/web/parts.ts';
import { market } from '../api.ts';
import type { TargetDraft } from './target-draft.ts';
import { ColumnSelect, Field, type Put } from './parts.tsx';

const MANY = 200;

/** Where records go, by the way in which they go. */
export function WayFields(props: { draft: TargetDraft; put: Put }) {
  const { kind } = props.draft;
  return (
    <div className="form-grid md-map-form">
      {kind === 'http' && <AddressFields {...props} />}
      {kind === 'table' && <TableFields {...props} />}
      {kind === 'api' && <AppField {...props} />}
    </div>
  );
}

function AddressFields({ draft, put }: { draft: TargetDraft; put: Put }) {
  return (
    <>
      <Field label="推送地址" note="主机须在外部地址中登记" isRequired>
        {(id) => (
          <Input
            id={id}
            maxLength={2000}
            placeholder="https://orders.example.com/masterdata"
            value={draft.address}
            onFocus={(event) => event.target.select()}
            onChange={(event) => put({ address: event.target.value })}
          />
        )}
      </Field>
      <Field label="签名密钥" note="HMAC-SHA256，可不填">
        {(id) => (
          <Input.Password
            id={id}
            maxLength={500}
            autoComplete="new-password"
            value={draft.secret}
            onFocus={(event) => event.target.select()}
            onChange={(event) => put({ secret: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}

function TableFields({ draft, put }: { draft: TargetDraft; put: Put }) {
  return (
    <>
      <Field label="数据源" note="您须有修改数据的权限" isRequired>
        {(id) => (
          <SourceSelect
            id={id}
            value={draft.sourceId}
            onChange={(sourceId: string) => put({ sourceId, tableId: undefined, keyColumn: undefined })}
          />
        )}
      </Field>
      <Field label="数据表" isRequired>
        {(id) => (
          <TableSelect
            id={id}
            sourceId={draft.sourceId}
            value={draft.tableId}
            onChange={(tableId: string) => put({ tableId, keyColumn: undefined })}
          />
        )}
      </Field>
      <Field label="主键字段" note="写入记录编号" isRequired>
        {(id) => <ColumnSelect id={id} tableId={draft.tableId} value={draft.keyColumn} onChange={(keyColumn) => put({ keyColumn })} />}
      </Field>
    </>
  );
}

function AppField({ draft, put }: { draft: TargetDraft; put: Put }) {
  const apps = useCall(market.app.page, { query: { status: '1', pageSize: MANY } });
  return (
    <Field label="应用" note="在数据集市的应用中取得密钥" isRequired>
      {(id) => (
        <Select
          id={id}
          loading={apps.isLoading}
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={apps.isError ? '没有查看应用的权限' : '选择应用'}
          value={draft.appId}
          options={apps.data?.data.map((app) => ({ value: app.id, label: app.appName }))}
          onChange={(appId: string) => put({ appId })}
        />
      )}
    </Field>
  );
}
