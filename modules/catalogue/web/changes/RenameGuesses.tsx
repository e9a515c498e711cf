import { Alert, Button, Input, Modal } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { toast } from '#kit/web/dialog.tsx';
import { useCall, useWrite } from '#kit/web/use-call.ts';
import { uiTexts } from '#kit/web/ui-texts.ts';
import { api } from '../api.ts';
import { tablePath } from '../paths.ts';
import './changes.css';

const REFRESHES = [api.renameGuess.page, api.change.page, api.table.get, api.column.page];
type Decision = 'confirm' | 'reject';

/** 疑似更名: what is not decided yet, with what follows from each answer; nothing is shown when there is none. */
export function RenameGuesses({ sourceId, tableId }: { sourceId?: string | undefined; tableId?: string | undefined }) {
  const place = { ...(sourceId ? { sourceId } : {}), ...(tableId ? { tableId } : {}) };
  const { data } = useCall(api.renameGuess.page, { query: { ...place, state: 'open', pageSize: 50 } });
  const [asking, setAsking] = useState<{ id: string; decision: Decision; name: string } | null>(null);
  const [note, setNote] = useState('');
  const decide = useWrite(api.renameGuess.decide, {
    refreshes: REFRESHES,
    onSuccess: () => {
      toast.success(asking?.decision === 'confirm' ? '已确认更名' : '已否定');
      setAsking(null);
      setNote('');
    },
  });
  if (!data || data.data.length === 0) return null;
  return (
    <>
      <Alert
        type="warning"
        className="slim-alert rename-guesses"
        title={`疑似更名 ${data.total} 项：确认前按原对象的级别脱敏，原对象的授权不生效`}
        description={
          <ul>
            {data.data.map(({ id, oldName, newName, objectType, sourceName, tableId: place, canDecide }) => (
              <li key={id}>
                <span className="muted">
                  {sourceId || tableId ? '' : `${sourceName} · `}
                  {objectType === 'table' ? '数据表' : '字段'}
                </span>
                <span className="mono rename-names">
                  <span className="muted">{oldName} →</span> {tableId ? newName : <Link to={tablePath(place)}>{newName}</Link>}
                </span>
                {canDecide && (
                  <span>
                    <Button
                      size="small"
                      type="link"
                      onClick={() => setAsking({ id, decision: 'confirm', name: `${oldName} → ${newName}` })}
                    >
                      确认
                    </Button>
                    <Button size="small" type="link" onClick={() => setAsking({ id, decision: 'reject', name: `${oldName} → ${newName}` })}>
                      否定
                    </Button>
                  </span>
                )}
              </li>
            ))}
          </ul>
        }
      />
      <Modal
        open={asking !== null}
        title={asking?.decision === 'confirm' ? '确认更名' : '否定更名'}
        okText={asking?.decision === 'confirm' ? '确认更名' : '否定更名'}
        cancelText={uiTexts.cancel}
        confirmLoading={decide.isPending}
        onCancel={() => setAsking(null)}
        onOk={() => asking && decide.mutate({ params: { id: asking.id }, body: { decision: asking.decision, note: note || null } })}
      >
        <p className="mono">{asking?.name}</p>
        <p>
          {asking?.decision === 'confirm'
            ? '新对象将沿用原对象的名称说明、负责人、标签、级别、授权和血缘。'
            : '新对象与原对象无关：沿用的级别将取消，请随后按内容重新定级。'}
        </p>
        <Input.TextArea
          aria-label="理由"
          maxLength={200}
          placeholder="理由（选填）"
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </Modal>
    </>
  );
}
