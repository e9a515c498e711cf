import { Button } from 'antd';
import { useState } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { DictTag } from '#kit/web/dict/DictTag.tsx';
import { useObjectTitle } from '#kit/web/page/object-title.tsx';
import { PageActions } from '#kit/web/page/PageHost.tsx';
import { GoneState, isGoneError } from '#kit/web/parts/ObjectFailed.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Tag } from '#kit/web/Tag.tsx';
import { confirmLeave } from '#kit/web/unsaved.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { callPath } from '../../core/address.ts';
import { api } from '../api.ts';
import { frozenReason } from '../apis/rules.ts';
import { useApiSteps } from '../apis/use-api-steps.ts';
import { Versions } from '../apis/Versions.tsx';
import { CopyButton } from '../CopyButton.tsx';
import { DebugPanel } from '../debug/DebugPanel.tsx';
import { API_TONES } from '../tones.ts';
import type { Draft, Stored } from './draft.ts';
import { Steps } from './Steps.tsx';
import { useDraft } from './use-draft.ts';
import '../market.css';
import './editor.css';

interface EditorProps {
  onClose: () => void;
  /** edits another API, or this one under the id it has got */
  onOpen: (id: string) => void;
  /** shows another version of the path, whatever its state */
  onShow: (version: { id: string; status: string }) => void;
}

/** A new data API, or one that is not released yet. */
export function ApiEditor({ id, ...ways }: EditorProps & { id: string | null }) {
  // a new one stays the same editor when it gets its id: what is typed meanwhile, and what it answered, stays too
  const [madeHere, setMadeHere] = useState<string | null>(null);
  if (madeHere !== null && id !== null && id !== madeHere) setMadeHere(null);
  const isMadeHere = id === null || id === madeHere;
  const stored = useCall(api.dataApi.get, { params: { id: id ?? '' } }, { enabled: !isMadeHere, staleTime: 0 });
  const back = <Button onClick={ways.onClose}>返回列表</Button>;
  if (isMadeHere) {
    const onOpen = (made: string) => {
      setMadeHere(made);
      ways.onOpen(made);
    };
    return <Editor stored={null} {...ways} onOpen={onOpen} />;
  }
  if (stored.isError)
    return (
      <div className="panel">
        {isGoneError(stored.error) ? (
          <GoneState noun="数据API" action={back} />
        ) : (
          <StateView kind="error" error={stored.error} onRetry={() => void stored.refetch()} more={back} />
        )}
      </div>
    );
  if (!stored.data || !stored.isFetchedAfterMount) return <StateView kind="loading" shape="form" className="panel" />;
  if (stored.data.status !== '1') return <Frozen row={stored.data} {...ways} />;
  return <Editor key={id} stored={stored.data} {...ways} />;
}

/** A released version stays as its callers know it. */
function Frozen({ row, onClose, onOpen }: Omit<EditorProps, 'onShow'> & { row: Stored }) {
  const can = useCan();
  const { copy } = useApiSteps();
  const again = async () => {
    const id = await copy(row);
    if (id) onOpen(id);
  };
  return (
    <div className="panel">
      <StateView
        kind="empty"
        what={frozenReason(row) ?? ''}
        why="调用方依赖它现在的样子；修改在新版本上进行，旧版本继续可用，直到下线。"
        action={
          can(api.dataApi.copy) && (
            <Button type="primary" onClick={() => void again()}>
              复制为新版本
            </Button>
          )
        }
        more={<Button onClick={onClose}>返回列表</Button>}
      />
    </div>
  );
}

function Editor({ stored, onClose, onOpen, onShow }: EditorProps & { stored: Stored | null }) {
  const can = useCan();
  const { release } = useApiSteps();
  const { draft, setDraft, base, isDirty, saving, save, own, problems, open, setOpen, look } = useDraft({ stored, onOpen });
  useObjectTitle(base.id === null ? null : `编辑 ${base.draft.apiName}`);
  const publish = async () => {
    const id = isDirty || base.id === null ? await save() : base.id;
    if (id && (await release({ ...draft, id }))) onClose();
  };
  const close = async () => {
    if (await confirmLeave(isDirty)) onClose();
  };
  return (
    <div className="market-editor">
      <PageActions>
        <Button onClick={() => void close()}>返回列表</Button>
        <Button type={can(api.dataApi.release) ? 'default' : 'primary'} loading={saving.isSaving} onClick={() => void save()}>
          保存
        </Button>
        {can(api.dataApi.release) && (
          <Button type="primary" disabled={saving.isSaving} onClick={() => void publish()}>
            {isDirty || base.id === null ? '保存并发布' : '发布'}
          </Button>
        )}
      </PageActions>
      <div className="panel market-main">
        <Head draft={draft} isDirty={isDirty} isNew={base.id === null} />
        <Versions apiUrl={base.draft.apiUrl} id={base.id} onOpen={onShow} />
        <Steps
          draft={draft}
          problems={problems}
          own={own}
          open={open}
          look={look}
          setOpen={setOpen}
          change={(next) => setDraft((now) => ({ ...now, ...(typeof next === 'function' ? next(now) : next) }))}
          refusal={saving.refusal}
        />
      </div>
      <aside className="panel market-debug" aria-label="调试">
        <DebugPanel api={{ ...draft, id: base.id ?? '' }} barred={barredReason({ id: base.id, isDirty })} />
      </aside>
      {saving.dialog}
    </div>
  );
}

/** 调试 runs what is stored. */
function barredReason({ id, isDirty }: { id: string | null; isDirty: boolean }): string | null {
  if (id === null) return '保存后可以调试';
  return isDirty ? '有未保存的修改，保存后按新的配置调试' : null;
}

const Head = ({ draft, isDirty, isNew }: { draft: Draft; isDirty: boolean; isNew: boolean }) => (
  <header className="market-head">
    <h2>
      {draft.apiName || '新的数据API'}
      <DictTag code="data_api_status" value="1" tones={API_TONES} />
      <span className="mono market-version">{draft.apiVersion}</span>
      {isDirty && <span className="muted">{isNew ? '未保存' : '有未保存的修改'}</span>}
    </h2>
    <p>
      <Tag tone="line">{draft.reqMethod}</Tag>
      <span className="mono cut">{callPath(draft)}</span>
      <CopyButton size="small" type="text" text={`${window.location.origin}${callPath(draft)}`} what="调用地址" />
    </p>
  </header>
);
