import { ArrowLeftOutlined, EditOutlined, EyeOutlined, HistoryOutlined, RedoOutlined, UndoOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { useObjectTitle } from '../page/object-title.tsx';
import { usePhone } from '../use-phone.ts';
import { Tag } from '../Tag.tsx';
import { DateText } from './DateText.tsx';
import './parts.css';
import './studio.css';

/** How the document stands: never published, published (with its number), taken back. */
export type StudioState = { kind: 'draft' } | { kind: 'published'; version: number } | { kind: 'stopped' };

/** What happened to the last changes. */
export type SaveState =
  | { kind: 'saved'; at: string | null }
  /** `note`: where the changes are kept meanwhile */
  | { kind: 'unsaved'; count: number; note?: string }
  | { kind: 'saving' }
  | { kind: 'failed'; reason: string; onRetry: () => void }
  /** somebody else saved: publishing waits until it is solved */
  | { kind: 'conflict'; who: string; at: string | null; onCompare: () => void }
  /** somebody else saved, which was told before a save was tried; `onTake` = nothing of one's own is lost by taking it over */
  | { kind: 'newer'; who: string; at: string | null; unsaved: number; onCompare: () => void; onTake: (() => void) | null }
  /** nothing is saved: the reader may look, and try */
  | { kind: 'readOnly' };

/** Back or forth by one change; `label` names it. */
interface Step {
  can: boolean;
  label?: string | undefined;
  run: () => void;
}

interface StudioShellProps {
  /** 图表, 看板, 大屏, 表单 */
  kind: string;
  icon?: ReactNode;
  name: string;
  onRename?: ((name: string) => void) | undefined;
  /** characters of the longest name */
  nameLimit?: number;
  onBack: () => void;
  /** absent for what is not published */
  state?: StudioState;
  save: SaveState;
  undo?: Step;
  redo?: Step;
  /** choice of the zoom, where the builder has one */
  zoom?: ReactNode;
  /** who else has it open */
  people?: ReactNode;
  /** buttons that only this builder has */
  extra?: ReactNode;
  onVersions?: () => void;
  onPreview?: () => void;
  onSave: () => void;
  /** absent for those who may not publish */
  onPublish?: (() => void) | undefined;
  isPublishing?: boolean;
  /** the document as readers see it: shown in place of the work where the window is too narrow for it */
  reading?: ReactNode;
  children: ReactNode;
}

/** The bar of every builder, 52 px, and the work below it: where one is, how it is saved, what can be done. */
export function StudioShell(props: StudioShellProps) {
  const { kind, icon, name, onRename, onBack, state, save, undo, redo, zoom, people, extra } = props;
  useObjectTitle(name);
  if (usePhone()) return <NarrowStudio {...props} />;
  return (
    <div className="studio">
      <header className="studio-top" aria-label={`${kind}设计器`}>
        <BackButton onBack={onBack} />
        {icon}
        <span className="muted">{kind} /</span>
        <StudioName kind={kind} name={name} limit={props.nameLimit ?? 64} onRename={onRename} />
        {state && <StateTag state={state} />}
        <SaveText save={save} />
        <span className="grow" />
        {people}
        {undo && <StepButton word="撤销" keys="Ctrl Z" icon={<UndoOutlined />} step={undo} />}
        {redo && <StepButton word="重做" keys="Ctrl Y" icon={<RedoOutlined />} step={redo} />}
        {zoom}
        {extra}
        <StudioActions {...props} />
      </header>
      {props.children}
    </div>
  );
}

function BackButton({ onBack }: Pick<StudioShellProps, 'onBack'>) {
  return (
    <button type="button" className="icon-button" aria-label="返回" title="返回" onClick={onBack}>
      <ArrowLeftOutlined />
    </button>
  );
}

/** On phones a document is read, not edited: the bar says where one is and saves what a wider window left. */
function NarrowStudio({ kind, name, onBack, state, save, onSave, onPreview, reading }: StudioShellProps) {
  const hasChanges = !isStill(save);
  return (
    <div className="studio">
      <header className="studio-top" aria-label={`${kind}设计器`}>
        <BackButton onBack={onBack} />
        <h1 className={name === '' ? 'cut muted' : 'cut'} title={name}>
          {name || `未命名${kind}`}
        </h1>
        {state && <StateTag state={state} />}
        <span className="grow" />
        {hasChanges && (
          <Button loading={save.kind === 'saving'} onClick={onSave}>
            保存
          </Button>
        )}
      </header>
      <div className="studio-narrow" role="note">
        <p>
          <strong>请在更宽的屏幕上编辑</strong>
          <span>{reading ? '这里只能查看。' : `${kind}的编辑需要至少 768 像素宽的窗口。`}</span>
        </p>
        {(hasChanges || save.kind === 'newer') && <SaveText save={save} />}
        <span className="studio-ways">
          <Button onClick={onBack}>返回列表</Button>
          {onPreview && (
            <Button type="primary" icon={<EyeOutlined />} onClick={onPreview}>
              预览
            </Button>
          )}
        </span>
      </div>
      {reading && <div className="studio-reading">{reading}</div>}
    </div>
  );
}

/** There is nothing to save. */
const isStill = (save: SaveState): boolean =>
  save.kind === 'saved' || save.kind === 'readOnly' || (save.kind === 'newer' && save.unsaved === 0);

/** What is done with the whole document. */
function StudioActions({ save, onVersions, onPreview, onSave, onPublish, isPublishing = false }: StudioShellProps) {
  const isBusy = save.kind === 'saving';
  const isOvertaken = save.kind === 'conflict' || save.kind === 'newer';
  return (
    <>
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
      <Button disabled={isStill(save)} loading={isBusy} title="Ctrl S" onClick={onSave}>
        保存
      </Button>
      {onPublish && (
        <Button
          type="primary"
          loading={isPublishing}
          disabled={isBusy || isOvertaken}
          title={isOvertaken ? '他人存了新版本，先处理再发布' : undefined}
          onClick={onPublish}
        >
          发布
        </Button>
      )}
    </>
  );
}

function StepButton({ word, keys, icon, step }: { word: string; keys: string; icon: ReactNode; step: Step }) {
  const title = `${step.label ? `${word}：${step.label}` : word} ${keys}`;
  return (
    <button type="button" className="icon-button" aria-label={word} title={title} disabled={!step.can} onClick={step.run}>
      {icon}
    </button>
  );
}

interface NameProps {
  kind: string;
  name: string;
  limit: number;
  onRename: ((name: string) => void) | undefined;
}
/** The name, changed where it stands; what has none yet asks for it. */
function StudioName({ kind, name, limit, onRename }: NameProps) {
  const [typed, setTyped] = useState(name === '' && onRename ? '' : null);
  const finish = () => {
    const next = typed?.trim() ?? '';
    setTyped(null);
    if (next !== '' && next !== name) onRename?.(next);
  };
  if (typed !== null)
    return (
      <Input
        autoFocus={name !== ''}
        className="studio-rename"
        aria-label={`${kind}名称`}
        placeholder={`未命名${kind}`}
        maxLength={limit}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={finish}
        onPressEnter={finish}
        onKeyDown={(event) => event.key === 'Escape' && setTyped(null)}
      />
    );
  return (
    <>
      <h1 className={name === '' ? 'cut muted' : 'cut'} title={name}>
        {name || `未命名${kind}`}
      </h1>
      {onRename && (
        <button
          type="button"
          className="icon-button small"
          aria-label={name === '' ? `填写${kind}名称` : `重命名“${name}”`}
          onClick={() => setTyped(name)}
        >
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

/** Told to screen readers as it changes. */
function SaveText({ save }: { save: SaveState }) {
  return (
    <span className="studio-save" role="status">
      {save.kind === 'saving' && '保存中…'}
      {save.kind === 'readOnly' && '只能查看，修改不会保存'}
      {save.kind === 'unsaved' && (
        <span className="warn">
          {save.count} 处未保存{save.note && `，${save.note}`}
        </span>
      )}
      {save.kind === 'saved' && <>已保存 {save.at !== null && <DateText value={save.at} />}</>}
      {save.kind === 'failed' && (
        <>
          <span className="bad">保存失败：{save.reason}</span>
          <button type="button" className="name-link" onClick={save.onRetry}>
            重试
          </button>
        </>
      )}
      {save.kind === 'newer' && (
        <>
          <span className="warn">
            {save.who} {save.at !== null && <DateText value={save.at} />} 存了新版本
            {save.unsaved > 0 && `，您有 ${save.unsaved} 处未保存`}
          </span>
          <button type="button" className="name-link" onClick={save.onTake ?? save.onCompare}>
            {save.onTake ? '载入新版本' : '比较两版'}
          </button>
        </>
      )}
      {save.kind === 'conflict' && (
        <>
          <span className="bad">
            保存失败：{save.who} {save.at !== null && <DateText value={save.at} />} 存了新版本
          </span>
          <button type="button" className="name-link" onClick={save.onCompare}>
            比较两版
          </button>
        </>
      )}
    </span>
  );
}
