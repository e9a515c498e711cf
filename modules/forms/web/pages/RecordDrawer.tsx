import { Drawer, Table } from 'antd';
import { FlowTag } from '#kit/web/parts/FlowTag.tsx';
import { flowOf } from '../flow-of.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall } from '#kit/web/use-call.ts';
import type { FormRecord } from '../../contract/record.ts';
import { mainFields, subforms } from '../../core/index.ts';
import { api } from '../api.ts';
import { ChangeList, RecordActions } from './RecordActions.tsx';
import { ValueText } from '../fill/value-text.tsx';

interface Props {
  formId: string;
  recordId: string;
  onClose: () => void;
}
/** One record as it was filled in, in the version of its form. */
export default function RecordDrawer({ formId, recordId, onClose }: Props) {
  const { data, error, refetch } = useCall(api.record.get, { params: { id: formId, recordId } });
  return (
    <Drawer open size={720} title={data?.formName ?? '填报详情'} extra={data && <RecordActions record={data} />} onClose={onClose}>
      {error && <StateView kind="error" error={error} onRetry={() => void refetch()} />}
      {!error && !data && <StateView kind="loading" rows={8} />}
      {data && <RecordView record={data} />}
    </Drawer>
  );
}

/** The values of a record, read only. */
export function RecordView({ record }: { record: FormRecord }) {
  const { schema, values, labels } = record;
  return (
    <div className="record-view">
      <dl>
        {mainFields(schema).map((field) => (
          <div key={field.id} data-wide={(field.span ?? 24) > 12 || undefined}>
            <dt>{field.label}</dt>
            <dd>
              <ValueText field={field} value={values[field.key] ?? null} labels={labels} />
            </dd>
          </div>
        ))}
      </dl>
      {subforms(schema).map((sub) => {
        const rows = values[sub.key];
        return (
          <section key={sub.id} aria-label={sub.label}>
            <h3>{sub.label}</h3>
            <Table
              size="small"
              pagination={false}
              scroll={{ x: 'max-content' }}
              rowKey={(row: Record<string, unknown>) => String(row['id'])}
              dataSource={(Array.isArray(rows) ? rows : []) as Record<string, unknown>[]}
              columns={sub.children.map((cell) => ({
                title: cell.label,
                key: cell.id,
                render: (_: unknown, row: Record<string, unknown>) => (
                  <ValueText field={cell} value={row[cell.key] ?? null} labels={labels} />
                ),
              }))}
            />
          </section>
        );
      })}
      {record.flowStatus === '4' && <ChangeList record={record} />}
      <p className="muted">
        <FlowTag flow={flowOf(record)} />{' '}
        {record.linkName === null ? `${record.submitterName ?? '—'} · ${record.deptName ?? '—'}` : `公开链接 · ${record.linkName}`} ·{' '}
        <DateText value={record.createTime} /> · 第 {record.versionNo} 版
      </p>
    </div>
  );
}
