import { CloseOutlined, WarningOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { Problem } from './use-model.ts';

interface Props {
  problems: readonly Problem[];
  onJump: (node: string) => void;
  onClose: () => void;
}

/** What keeps the process from being published; a press goes to its node. */
export function ProblemList({ problems, onJump, onClose }: Props) {
  if (problems.length === 0) return null;
  return (
    <section className="flow-problems" aria-label="校验结果">
      <p>
        <WarningOutlined aria-hidden /> {problems.length} 处问题，改正后才能发布
        <Button type="text" size="small" icon={<CloseOutlined />} aria-label="收起校验结果" onClick={onClose} />
      </p>
      <ul>
        {problems.map(({ node, message }) => (
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
    </section>
  );
}
