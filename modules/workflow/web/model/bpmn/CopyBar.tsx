import { BlockOutlined, CopyOutlined, SnippetsOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import type { Tool } from './session.ts';

interface Action {
  readonly label: string;
  readonly keys: string;
  readonly icon: ReactNode;
  readonly run: () => void;
  readonly isOff?: boolean;
}

/** Copying in the drawing by buttons; the keys do the same while the drawing has the focus. */
export function CopyBar({ tool, count }: { tool: Tool; count: number }) {
  const { copying } = tool;
  const actions: readonly Action[] = [
    {
      label: '复制',
      keys: 'Ctrl+C',
      icon: <CopyOutlined />,
      isOff: count === 0,
      run: () => copying.copy() && toast.success('已复制，可粘贴到任意流程'),
    },
    { label: '粘贴', keys: 'Ctrl+V', icon: <SnippetsOutlined />, run: () => copying.paste() || toast.warning('还没有复制节点') },
    { label: '创建副本', keys: 'Ctrl+D', icon: <BlockOutlined />, isOff: count === 0, run: () => void copying.duplicate() },
  ];
  return (
    <div className="zoom-bar bpmn-copy-bar" role="toolbar" aria-label="编辑">
      {actions.map(({ label, keys, icon, run, isOff }) => (
        <button
          key={label}
          type="button"
          className="icon-button small"
          aria-label={label}
          title={`${label}（${keys}）`}
          disabled={isOff}
          onClick={run}
        >
          {icon}
        </button>
      ))}
    </div>
  );
}
