import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { DictTag } from '#kit/web/dict/DictTag.tsx';
import { useDict } from '#kit/web/dict/use-dict.ts';
import { count } from '#kit/web/format.ts';
import { useObjectTitle } from '#kit/web/page/object-title.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { PageActions } from '#kit/web/page/PageHost.tsx';
import { GoneState, isGoneError } from '#kit/web/parts/ObjectFailed.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { confirmLeave } from '#kit/web/unsaved.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { Section } from '../editor/parts.tsx';
import { shapeOfValue } from '../../core/services/places.ts';
import { API_TONES } from '../tones.ts';
import { AboutSection } from './AboutSection.tsx';
import { api } from './api.ts';
import { limitText, targetOf } from './columns.tsx';
import { ChainSection } from './chain/ChainSection.tsx';
import type { Draft, Problems, Stored } from './draft.ts';
import { HttpSection } from './HttpSection.tsx';
import { ParamSection } from './ParamSection.tsx';
import { ReturnSection } from './ReturnSection.tsx';
import { RunPanel } from './RunPanel.tsx';
import { SoapSection } from './SoapSection.tsx';
import { useServiceDraft } from './use-service-draft.ts';
import { useServiceSteps } from './use-service-steps.ts';
import '../market.css';
import '../editor/editor.css';
import './services.css';

interface EditorProps {
  onClose: () => void;
  onOpen: (id: string) => void;
}

/** A new service, or one that is not released yet. */
export function ServiceEditor({ id, ...ways }: EditorProps & { id: string | null }) {
  const stored = useCall(api.service.get, { params: { id: id ?? '' } }, { enabled: id !== null, staleTime: 0 });
  const back = <Button onClick={ways.onClose}>返回列表</Button>;
  if (id === null) return <Editor stored={null} {...ways} />;
  if (stored.isError)
    return (
      <div className="panel">
        {isGoneError(stored.error) ? (
          <GoneState noun="集成服务" action={back} />
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
function Frozen({ row, onClose, onOpen }: EditorProps & { row: Stored }) {
  const can = useCan();
  const { copy } = useServiceSteps();
  const again = async () => {
    const id = await copy(row);
    if (id) onOpen(id);
  };
  return (
    <div className="panel">
      <StateView
        kind="empty"
        what="已发布过的版本不能修改"
        why="调用方依赖它现在的样子；修改在新版本上进行，旧版本继续可用，直到下线。"
        action={
          can(api.service.copy) && (
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

function Editor({ stored, onClose, onOpen }: EditorProps & { stored: Stored | null }) {
  const can = useCan();
  const { release } = useServiceSteps();
  const { draft, setDraft, change, base, isDirty, isSaving, save, own, problems } = useServiceDraft(stored, onOpen);
  useObjectTitle(stored ? `编辑 ${stored.serviceName}` : null);
  const isNew = base.id === null;
  const publish = async () => {
    const id = isDirty || isNew ? await save() : base.id;
    if (id && (await release({ id, serviceName: draft.serviceName, serviceVersion: stored?.serviceVersion ?? 1 }))) onClose();
  };
  const keepShape = (data: unknown) => {
    if (draft.httpService) change({ httpService: { ...draft.httpService, shape: shapeOfValue(data) } });
    toast.success('已记为返回结构，保存后生效');
  };
  const close = async () => {
    if (await confirmLeave(isDirty)) onClose();
  };
  return (
    <div className="market-editor">
      <PageActions>
        <Button onClick={() => void close()}>返回列表</Button>
        <Button type={can(api.service.release) ? 'default' : 'primary'} loading={isSaving} onClick={() => void save()}>
          保存
        </Button>
        {can(api.service.release) && (
          <Button type="primary" disabled={isSaving} onClick={() => void publish()}>
            {isDirty || isNew ? '保存并发布' : '发布'}
          </Button>
        )}
      </PageActions>
      <div className="panel market-main">
        <header className="market-head">
          <h2>
            {draft.serviceName || '新的集成服务'}
            <DictTag code="data_api_status" value="1" tones={API_TONES} />
            {stored && <span className="mono market-version">{`${stored.serviceNo} v${stored.serviceVersion}`}</span>}
            {isDirty && <span className="muted">{isNew ? '未保存' : '有未保存的修改'}</span>}
          </h2>
        </header>
        <Sections {...{ draft, problems, own, change, setDraft }} isTyped={isNew} onSave={() => void save()} />
      </div>
      <aside className="panel market-debug" aria-label="调试">
        <RunPanel
          service={{ ...draft, id: base.id ?? '' }}
          barred={barredReason({ isNew, isDirty })}
          onShape={draft.serviceType === '1' ? keepShape : undefined}
          head={
            <header>
              <h2>调试</h2>
            </header>
          }
        />
      </aside>
    </div>
  );
}
/** 调试 runs what is stored. */
function barredReason({ isNew, isDirty }: { isNew: boolean; isDirty: boolean }): string | null {
  if (isNew) return '保存后可以调试';
  return isDirty ? '有未保存的修改，保存后按新的配置调试' : null;
}

export interface SectionProps {
  draft: Draft;
  problems: Problems;
  change: (some: Partial<Draft>) => void;
}
interface SectionsProps extends SectionProps {
  setDraft: (draft: Draft) => void;
  /** what the form itself finds wrong, shown or not yet */
  own: Problems;
  /** the type may still be chosen */
  isTyped: boolean;
  onSave: () => void;
}
const STEPS = ['about', 'call', 'reqParams', 'answer'] as const;
type Step = (typeof STEPS)[number];
const PLACES: Readonly<Record<Step, RegExp>> = {
  about: /^(serviceName|serviceType|level|rateLimit|deny|remark|timeoutMs|retries|maxBytes)/,
  call: /^(httpService|webService|chain|secrets)/,
  reqParams: /^reqParams/,
  answer: /^masks/,
};

const aboutText = (draft: Draft): string =>
  [draft.level ?? '未登记级别', `超时 ${count(draft.timeoutMs)} 毫秒`, limitText(draft), draft.deny && '限制来源地址']
    .filter(Boolean)
    .join(' · ');

/** The four steps, each folded or open. */
function Sections({ draft, problems, own, change, setDraft, isTyped, onSave }: SectionsProps) {
  // of one that is stored, what it does is looked for, not what it is called
  const [open, setOpen] = useState<readonly Step[]>(isTyped ? ['about', 'call', 'reqParams'] : ['call', 'reqParams']);
  const types = useDict('data_service_type');
  const isAmong = (step: Step, among: Problems) => [...among.keys()].some((path) => PLACES[step].test(path));
  const stateOf = (step: Step) => {
    if (isAmong(step, problems)) return 'bad';
    return isAmong(step, own) ? 'open' : 'done';
  };
  const toggle = (step: Step) => setOpen(open.includes(step) ? open.filter((one) => one !== step) : [...open, step]);
  const part = { draft, problems, change };
  const call: Readonly<Record<Draft['serviceType'], ReactNode>> = {
    '1': <HttpSection {...part} />,
    '2': <SoapSection {...part} setDraft={setDraft} />,
    '3': <ChainSection {...part} onSave={onSave} />,
  };
  const parts: Readonly<Record<Step, { title: string; summary: string; body: ReactNode }>> = {
    about: { title: '属性', summary: aboutText(draft), body: <AboutSection {...part} setDraft={setDraft} isTyped={isTyped} /> },
    call: {
      title: draft.serviceType === '3' ? '编排' : '调用',
      summary: [types.label(draft.serviceType), targetOf(draft)].join(' · '),
      body: call[draft.serviceType],
    },
    reqParams: { title: '参数', summary: `${draft.reqParams.length} 个参数`, body: <ParamSection {...part} /> },
    answer: {
      title: '返回脱敏',
      summary: draft.masks.length === 0 ? '不脱敏' : `${draft.masks.length} 个字段脱敏`,
      body: <ReturnSection {...part} />,
    },
  };
  return (
    <div className="market-steps">
      {STEPS.map((step, i) => (
        <Section
          key={step}
          number={i + 1}
          title={parts[step].title}
          summary={parts[step].summary}
          state={stateOf(step)}
          isOpen={open.includes(step) || isAmong(step, problems)}
          onToggle={() => toggle(step)}
        >
          {parts[step].body}
        </Section>
      ))}
    </div>
  );
}
