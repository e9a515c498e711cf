import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { confirmLoss } from '#kit/web/dialog.tsx';
import { movedTab, renamedTab, withoutTab, withTab } from '../../core/commands.ts';
import { BUILDER_MARK, useBoardDesign } from './store.ts';

interface Props {
  active: string;
  onActive: (id: string) => void;
}

/** The tabs of the board: added, renamed by a double click, moved with the arrow keys, removed. */
export function TabStrip({ active, onActive }: Props) {
  const config = useBoardDesign((state) => state.config);
  const change = useBoardDesign((state) => state.change);
  const [edited, setEdited] = useState<{ id: string; name: string } | null>(null);
  const done = () => {
    if (edited && edited.name.trim() !== '') change('重命名页签', renamedTab(config, edited.id, edited.name.trim()));
    setEdited(null);
  };
  const remove = async (id: string, count: number) => {
    if (count > 0 && !(await confirmLoss('删除', `页签中的 ${count} 个组件会一起删除，可以撤销。`))) return;
    const next = withoutTab(config, id);
    change('删除页签', next);
    if (id === active) onActive(next.tabs[0]!.id);
  };
  return (
    <div className="bb-tabs" role="group" aria-label="页签">
      {config.tabs.map((tab, n) =>
        edited?.id === tab.id ? (
          <Input
            key={tab.id}
            autoFocus
            size="small"
            maxLength={32}
            style={{ width: 120 }}
            aria-label="页签名称"
            value={edited.name}
            onChange={(event) => setEdited({ id: tab.id, name: event.target.value })}
            onBlur={done}
            onPressEnter={done}
          />
        ) : (
          <span key={tab.id} className={tab.id === active ? 'bb-tab is-active' : 'bb-tab'}>
            <button
              type="button"
              aria-current={tab.id === active ? 'true' : undefined}
              title="双击重命名，Ctrl+左右键移动"
              onClick={() => onActive(tab.id)}
              onDoubleClick={() => setEdited({ id: tab.id, name: tab.name })}
              onKeyDown={(event) => {
                if (event.key === 'F2') setEdited({ id: tab.id, name: tab.name });
                if (event.ctrlKey && event.key === 'ArrowLeft' && n > 0) change('移动页签', movedTab(config, tab.id, n - 1));
                if (event.ctrlKey && event.key === 'ArrowRight' && n < config.tabs.length - 1)
                  change('移动页签', movedTab(config, tab.id, n + 1));
              }}
            >
              {tab.name}
            </button>
            {config.tabs.length > 1 && (
              <button
                type="button"
                className="bb-tab-close"
                aria-label={`删除页签 ${tab.name}`}
                onClick={() => void remove(tab.id, tab.layout.length)}
              >
                <CloseOutlined />
              </button>
            )}
          </span>
        ),
      )}
      <Button
        type="text"
        size="small"
        icon={<PlusOutlined />}
        aria-label="添加页签"
        disabled={config.tabs.length >= 20}
        onClick={() => {
          const made = withTab(config, `页签${config.tabs.length + 1}`, BUILDER_MARK);
          change('添加页签', made.config);
          onActive(made.id);
        }}
      />
    </div>
  );
}
