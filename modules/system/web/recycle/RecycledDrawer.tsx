import { Button, Drawer } from 'antd';
import { DictTag } from '#kit/web/dict/DictTag.tsx';
import { dateTime, plainText } from '#kit/web/format.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Missing } from '#kit/web/Tag.tsx';
import { measures } from '#kit/web/theme.ts';
import { useCall } from '#kit/web/use-call.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { api } from '../api.ts';

interface RecycledDrawerProps {
  row: { entity: string; rowId: string; entityLabel: string; name: string | null };
  onClose: () => void;
  /** absent = this account may not restore */
  onRestore?: () => void;
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;
const textOf = (value: unknown): string | null => (typeof value === 'string' && MOMENT.test(value) ? dateTime(value) : plainText(value));
/** Longer values take the whole width. */
const LONG = 40;

/** What a deleted row was, field by field. */
export function RecycledDrawer({ row, onClose, onRestore }: RecycledDrawerProps) {
  const answer = useCall(api.recycle.get, { params: { entity: row.entity, id: row.rowId } });
  return (
    <Drawer
      open
      size={measures.drawer}
      title={`${row.entityLabel}：${row.name ?? row.rowId}`}
      onClose={onClose}
      extra={
        onRestore && (
          <Button type="primary" onClick={onRestore}>
            恢复
          </Button>
        )
      }
    >
      {answer.error && <StateView kind="error" error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isLoading && <StateView kind="loading" shape="form" rows={6} />}
      {answer.data && (
        <>
          <p className="muted recycled-note">
            {answer.data.deletedBy ?? '系统'}于 <DateText value={answer.data.deletedAt} /> 删除
            {answer.data.daysLeft !== null && `，${answer.data.daysLeft} 天后自动清理`}。
          </p>
          <dl className="facts grid">
            {answer.data.fields.map(({ field, label, value, dict }) => {
              const text = textOf(value);
              return (
                <div key={field} className={(text?.length ?? 0) > LONG ? 'wide' : undefined}>
                  <dt>{label}</dt>
                  <dd>{text === null ? <Missing /> : dict ? <DictTag code={dict} value={text} /> : text}</dd>
                </div>
              );
            })}
          </dl>
        </>
      )}
    </Drawer>
  );
}
