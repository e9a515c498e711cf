import { Button, Modal } from 'antd';
import { useState } from 'react';
import type { ReplyOf } from '#kit/web/client.ts';
import { Can } from '#kit/web/can.tsx';
import { api } from '../api.ts';

type Checked = ReplyOf<typeof api.operation.check>;

/** Does what is stored of the newest instances fit together? */
export function CheckButton() {
  const [isBusy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<Checked | null>(null);
  const handleCheck = async () => {
    setBusy(true);
    try {
      setAnswer(await api.operation.check({ query: {} }));
    } catch {
      // told by the kit
    } finally {
      setBusy(false);
    }
  };
  return (
    <Can call={api.operation.check}>
      <Button loading={isBusy} onClick={() => void handleCheck()}>
        一致性检查
      </Button>
      {answer && (
        <Modal open title="一致性检查" footer={null} onCancel={() => setAnswer(null)}>
          {answer.faults.length === 0 ? (
            <p>最近的 {answer.checked} 个流程：任务、定时器、状态与历史重演的结果一致。</p>
          ) : (
            <section className="flow-faults">
              <p>
                {answer.checked} 个流程中有 {answer.faults.length} 个不一致
              </p>
              <ul>
                {answer.faults.map((each) => (
                  <li key={each.processInstanceId}>
                    <b>{each.title}</b> {each.faults.join('；')}
                  </li>
                ))}
              </ul>
            </section>
          )}
        </Modal>
      )}
    </Can>
  );
}
