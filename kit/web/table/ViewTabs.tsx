import { DeleteOutlined, PlusOutlined, SaveOutlined } from '@ant-design/icons';
import { Button, Dropdown, Input, Popover } from 'antd';
import { useState } from 'react';
import type { SavedView } from './list-settings.ts';
import { valuesText, type ListState } from './list-state.ts';

const MAX_VIEWS = 20;

interface ViewTabsProps {
  views: readonly SavedView[];
  /** views that the page itself offers; they cannot be changed */
  fixed: readonly SavedView[];
  state: ListState;
  total: string | null;
  onOpen: (view: SavedView | null) => void;
  onSave: (views: SavedView[], open?: SavedView) => void;
}

const isDirty = (view: SavedView, state: ListState) => valuesText(view.values) !== valuesText(state.values) || view.sort !== state.sort;

/** Tabs for 全部 and saved filters; a dot marks a view with unsaved changes. */
export function ViewTabs({ views, fixed, state, total, onOpen, onSave }: ViewTabsProps) {
  const current = [...fixed, ...views].find((view) => view.id === state.view) ?? null;
  const own = current !== null && views.includes(current);
  const save = (name: string) => {
    const view: SavedView = { id: nextId(views), name, values: { ...state.values }, sort: state.sort };
    onSave([...views, view], view);
  };
  const tab = (view: SavedView | null) => {
    const on = view === current;
    return (
      <button type="button" key={view?.id ?? ''} className={on ? 'view on' : 'view'} aria-pressed={on} onClick={() => onOpen(view)}>
        {view?.name ?? '全部'}
        {on && total !== null && <em>{total}</em>}
        {on && view && isDirty(view, state) && <span className="dirty" title="筛选条件已改动，尚未保存" />}
      </button>
    );
  };
  const menu = [
    { key: 'save', icon: <SaveOutlined />, label: '用当前条件更新', disabled: !current || !isDirty(current, state) },
    { key: 'remove', icon: <DeleteOutlined />, label: '删除视图', danger: true },
  ];
  const handleMenu = ({ key }: { key: string }) => {
    if (!current) return;
    if (key === 'remove') {
      onSave(views.filter((view) => view !== current));
      onOpen(null);
    } else {
      onSave(views.map((view) => (view === current ? { ...view, values: { ...state.values }, sort: state.sort } : view)));
    }
  };
  return (
    <div className="views-tabs">
      {[null, ...fixed, ...views].map(tab)}
      {own && (
        <Dropdown trigger={['click']} menu={{ items: menu, onClick: handleMenu }}>
          <button type="button" className="view muted">
            管理视图
          </button>
        </Dropdown>
      )}
      {views.length < MAX_VIEWS && <SaveView onSave={save} />}
    </div>
  );
}

const nextId = (views: readonly SavedView[]): string => `v${Math.max(0, ...views.map((view) => Number(view.id.slice(1)) || 0)) + 1}`;

function SaveView({ onSave }: { onSave: (name: string) => void }) {
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const save = () => {
    if (name.trim() === '') return;
    onSave(name.trim());
    setOpen(false);
    setName('');
  };
  const content = (
    <div className="view-form">
      <Input
        autoFocus
        maxLength={20}
        aria-label="视图名称"
        placeholder="视图名称"
        value={name}
        onChange={(event) => setName(event.target.value)}
        onPressEnter={save}
      />
      <Button type="primary" disabled={name.trim() === ''} onClick={save}>
        保存
      </Button>
    </div>
  );
  return (
    <Popover open={open} onOpenChange={setOpen} trigger="click" placement="bottomLeft" content={content} destroyOnHidden>
      <button type="button" className="view muted">
        <PlusOutlined aria-hidden />
        保存视图
      </button>
    </Popover>
  );
}
