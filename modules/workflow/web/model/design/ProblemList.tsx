import { BulbOutlined, CloseOutlined, WarningOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { Problem } from './use-model.ts';

interface Props {
  problems: readonly Problem[];
  advice: readonly Problem[];
  onJump: (node: string) => void;
  onClose: () => void;
}

/** What keeps the process from being published, and what is advised; a press goes to its node. */
export function ProblemList({ problems, advice, onJump, onClose }: Props) {
  if (problems.length + advice.length === 0) return null;
  return (
    <section className={problems.length > 0 ? 'flow-problems' : 'flow-problems is-advice'} aria-label="校验结果">
      <Button type="text" size="small" icon={<CloseOutlined />} aria-label="收起校验结果" onClick={onClose} />
      {problems.length > 0 && (
        <>
          <p>
            <WarningOutlined aria-hidden /> {problems.length} 处问题，改正后才能发布
          </p>
          <Lines list={problems} onJump={onJump} />
        </>
      )}
      {advice.length > 0 && (
        <>
          <p className="advice">
            <BulbOutlined aria-hidden /> {advice.length} 条建议，不影响发布
          </p>
          <Lines list={advice} onJump={onJump} />
        </>
      )}
    </section>
  );
}

function Lines({ list, onJump }: { list: readonly Problem[]; onJump: Props['onJump'] }) {
  return (
    <ul>
      {list.map(({ node, message }) => (
        <li key={`${node} ${message}`}>
          {node === null ? (
            message
          ) : (
            <button type="button" className="name-link" onClick={() => onJump(node)}>
              {message}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
