import { ArrowLeftOutlined, EditOutlined, EyeOutlined, HistoryOutlined, RedoOutlined, UndoOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { useObjectTitle } from '../page/object-title.tsx';
import { Tag } from '../Tag.tsx';
import { DateText } from './DateText.tsx';
import './parts.css';
import './studio.css';

/** Publication state: never published, published (with version), withdrawn. */
export type StudioState = { kind: 'draft' } | { kind: 'published'; version: number } | { kind: 'stopped' };

/** Save state of the last changes. */
export type SaveState =
  | { kind: 'saved'; at: string | null }
  | { kind: 'unsaved'; count: number }
  | { kind: 'saving' }
  | { kind: 'failed'; reason: string; onRetry: () => void }
  /** somebody else saved: publishing is disabled until the conflict is resolved */
  | { kind: 'conflict'; who: string; at: string; onCompare: () => void };

interface StudioShellProps {
  /** 图表, 看板, 大屏, 表单 */
  kind: string;
  icon?: ReactNode;
  name: string;
  onRename?: (name: string) => void;
  onBack: () => void;
  state: StudioState;
  save: SaveState;
  undo: { can: boolean; run: () => void };
  redo: { can: boolean; run: () => void };
  /** choice of the zoom, where the builder has one */
  zoom?: ReactNode;
  /** buttons that only this builder has */
  extra?: ReactNode;
  onVersions?: () => void;
  onPreview?: () => void;
  onSave: () => void;
  /** absent for those who may not publish */
  onPublish?: () => void;
  children: ReactNode;
}

/** Toolbar of every builder (52 px) and its content: breadcrumb, save state, actions. */
export function StudioShell(props: StudioShellProps) {
  const { kind, icon, name, onRename, onBack, state, save, undo, redo, zoom, extra, onVersions, onPreview, onSave, onPublish } = props;
  const isBusy = save.kind === 'saving';
  useObjectTitle(name);
  return (
    <div className="studio">
      <header className="studio-top" aria-label={`${kind}设计器`}>
        <button type="button" className="icon-button" aria-label="返回" title="返回" onClick={onBack}>
          <ArrowLeftOutlined />
        </button>
        {icon}
        <span className="muted">{kind} /</span>
        <StudioName name={name} onRename={onRename} />
        <StateTag state={state} />
        <SaveText save={save} />
        <span className="grow" />
        <button type="button" className="icon-button" aria-label="撤销" title="撤销 Ctrl Z" disabled={!undo.can} onClick={undo.run}>
          <UndoOutlined />
        </button>
        <button type="button" className="icon-button" aria-label="重做" title="重做 Ctrl Y" disabled={!redo.can} onClick={redo.run}>
          <RedoOutlined />
        </button>
        {zoom}
        {extra}
        {onVersions && (
          <Button type="text" icon={<HistoryOutlined />} onClick={onVersions}>
            版本
          </Button>
        )}
        {onPreview && (
          <Button type="text" icon={<EyeOutlined />} onClick={onPreview}>
            预览
          </Button>
        )}
        <Button disabled={save.kind === 'saved'} loading={isBusy} onClick={onSave}>
          保存
        </Button>
        {onPublish && (
          <Button
            type="primary"
            disabled={isBusy || save.kind === 'conflict'}
            title={save.kind === 'conflict' ? '先处理保存冲突，再发布' : undefined}
            onClick={onPublish}
          >
            发布
          </Button>
        )}
      </header>
      {props.children}
    </div>
  );
}

function StudioName({ name, onRename }: { name: string; onRename: ((name: string) => void) | undefined }) {
  const [typed, setTyped] = useState<string | null>(null);
  const finish = () => {
    const next = typed?.trim() ?? '';
    setTyped(null);
    if (next !== '' && next !== name) onRename?.(next);
  };
  if (typed !== null)
    return (
      <Input
        autoFocus
        className="studio-rename"
        aria-label="名称"
        maxLength={50}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={finish}
        onPressEnter={finish}
        onKeyDown={(event) => event.key === 'Escape' && setTyped(null)}
      />
    );
  return (
    <>
      <h1 className="cut" title={name}>
        {name}
      </h1>
      {onRename && (
        <button type="button" className="icon-button small" aria-label={`重命名“${name}”`} onClick={() => setTyped(name)}>
          <EditOutlined />
        </button>
      )}
    </>
  );
}

function StateTag({ state }: { state: StudioState }) {
  if (state.kind === 'published') return <Tag tone="calm">已发布 V{state.version}</Tag>;
  return state.kind === 'draft' ? (
    <Tag tone="accent" dot={false}>
      草稿
    </Tag>
  ) : (
    <Tag dot={false}>已禁用</Tag>
  );
}

/** Save state, announced by screen readers (live region). */
function SaveText({ save }: { save: SaveState }) {
  return (
    <span className="studio-save" role="status">
      {save.kind === 'saving' && '保存中…'}
      {save.kind === 'unsaved' && <span className="warn">{save.count} 处未保存</span>}
      {save.kind === 'saved' && save.at !== null && (
        <>
          已保存 <DateText value={save.at} />
        </>
      )}
      {save.kind === 'failed' && (
        <>
          <span className="bad">保存失败：{save.reason}</span>
          <button type="button" className="name-link" onClick={save.onRetry}>
            重试
          </button>
        </>
      )}
      {save.kind === 'conflict' && (
        <>
          <span className="bad">
            保存失败：{save.who} <DateText value={save.at} /> 存了新版本
          </span>
          <button type="button" className="name-link" onClick={save.onCompare}>
            比较两版
          </button>
        </>
      )}
    </span>
  );
}
