import { Button, Form, type FormInstance, Input, Modal, Steps } from 'antd';
import { Suspense, useCallback, useMemo, useState, type ComponentType } from 'react';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useSets } from '#modules/datasets/web/parts.ts';
import { buildPath, type FolderTree, FolderSelect, openWindow } from '#modules/library/web/parts.ts';
import type { Template, TemplateBinding, TemplateRow, TemplateSet } from '../../contract/template.ts';
import { leftParts } from '../../core/template/left.ts';
import type { OwnSet } from '../../core/template/rebind.ts';
import { bindingsOf, type Chosen } from './choice.ts';
import { SetMapping } from './SetMapping.tsx';
import { TemplateList } from './TemplateList.tsx';
import './template.css';

interface Asked<T> {
  readonly data: T | undefined;
  readonly error: Error | null;
  refetch(): Promise<unknown>;
}
export interface PreviewProps {
  readonly template: Template;
  readonly bindings: readonly TemplateBinding[];
  readonly setOf: (id: string) => OwnSet | undefined;
}
/** What the wizard needs to know of a kind of document. */
export interface TemplateKind {
  readonly kind: 'board' | 'screen';
  readonly label: string;
  /** what becomes of components without data, in words */
  readonly without: string;
  useTemplates(): Asked<readonly TemplateRow[]>;
  /** `id` null asks for nothing */
  useTemplate(id: string | null): Asked<Template>;
  readonly Preview: ComponentType<PreviewProps>;
  create(id: string, body: { name: string; folderId: string | null; bindings: TemplateBinding[] }): Promise<{ id: string }>;
}
interface Props {
  of: TemplateKind;
  tree: FolderTree | undefined;
  folderId: string | null;
  onClose: () => void;
  onMade: () => Promise<unknown>;
}
interface Named {
  name: string;
  folderId?: string | null;
}
const STEPS = ['选择模板', '对应数据', '预览并新增'];

/** What was chosen so far, with what the server says of it. */
function useChoice(of: TemplateKind) {
  const [templateId, setTemplate] = useState<string | null>(null);
  const [chosen, setChosen] = useState<Chosen>({});
  const { data, error, refetch } = of.useTemplate(templateId);
  const template = data?.id === templateId ? data : undefined;
  const own = useSets(Object.values(chosen).flatMap((choice) => choice?.to ?? []));
  const bindings = useMemo(() => (template ? bindingsOf(template.sets, chosen, own) : []), [template, chosen, own]);
  const setOf = useCallback((id: string) => own.get(id), [own]);
  const isLoading = Object.values(chosen).some((choice) => choice?.to && !own.has(choice.to));
  const choose = (id: string) => {
    if (id !== templateId) setChosen({});
    setTemplate(id);
  };
  return { templateId, template, error, refetch, chosen, setChosen, own, bindings, setOf, isLoading, choose };
}
type Choice = ReturnType<typeof useChoice>;

/** A new board or screen after a template: choose it, say which data sets and fields of one's own take the place of its own, look, make. */
export function TemplateWizard({ of, tree, folderId, onClose, onMade }: Props) {
  const [step, setStep] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const [form] = Form.useForm<Named>();
  const choice = useChoice(of);
  const { template, templateId, bindings } = choice;
  const make = async (values: Named) => {
    if (isBusy || !template) return;
    setBusy(true);
    try {
      const { id } = await of.create(template.id, { name: values.name.trim(), folderId: values.folderId ?? null, bindings });
      openWindow(buildPath(of.kind, id));
      onClose();
      await onMade();
    } catch {
      // the request layer has said why; what was chosen stays
    } finally {
      setBusy(false);
    }
  };
  const isStuck = step === 0 ? templateId === null : !template || choice.isLoading;
  return (
    <Modal
      open
      title={`从模板新增${of.label}`}
      width={1080}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          {step > 0 && <Button onClick={() => setStep(step - 1)}>上一步</Button>}
          <Button
            type="primary"
            loading={isBusy}
            disabled={step < 2 && isStuck}
            onClick={() => (step === 2 ? form.submit() : setStep(step + 1))}
          >
            {step === 2 ? '新增并配置' : '下一步'}
          </Button>
        </>
      }
    >
      <Steps size="small" current={step} items={STEPS.map((title) => ({ title }))} className="tpl-steps" />
      <div className="tpl-body">
        {step === 0 && <TemplateList of={of} value={templateId} onChange={choice.choose} />}
        {step > 0 && !template && <Waiting choice={choice} />}
        {step === 1 && template && <SetMapping {...choice} template={template} onChange={choice.setChosen} />}
        {step === 2 && template && (
          <LastStep {...{ of, choice, template, form }} place={{ tree, folderId }} onDone={(values) => void make(values)} />
        )}
      </div>
      {step > 0 && template && <Sum sets={template.sets} bindings={bindings} without={of.without} />}
    </Modal>
  );
}

const Waiting = ({ choice: { error, refetch } }: { choice: Choice }) =>
  error ? <StateView kind="error" error={error} onRetry={() => void refetch()} /> : <StateView kind="loading" shape="form" rows={6} />;

interface LastStepProps {
  of: TemplateKind;
  choice: Choice;
  template: Template;
  form: FormInstance<Named>;
  place: { tree: FolderTree | undefined; folderId: string | null };
  onDone: (values: Named) => void;
}
/** What will be made, with the data that were chosen, and what it is called. */
function LastStep({ of: { Preview, label }, choice, template, form, place, onDone }: LastStepProps) {
  return (
    <div className="tpl-last">
      <div className="tpl-preview">
        <Suspense fallback={<StateView kind="loading" shape="form" rows={6} />}>
          <Preview template={template} bindings={choice.bindings} setOf={choice.setOf} />
        </Suspense>
      </div>
      <Form form={form} layout="vertical" requiredMark initialValues={{ folderId: place.folderId }} onFinish={onDone}>
        <Form.Item name="name" label={`${label}名称`} rules={[{ required: true, whitespace: true, message: `${label}名称不能为空` }]}>
          <Input autoFocus maxLength={64} placeholder={`例如 我的${template.name}`} />
        </Form.Item>
        <Form.Item name="folderId" label="目录">
          <FolderSelect tree={place.tree} />
        </Form.Item>
      </Form>
    </div>
  );
}

/** How many components show one's own data, and which do not. */
function Sum({ sets, bindings, without }: { sets: readonly TemplateSet[]; bindings: readonly TemplateBinding[]; without: string }) {
  const count = sets.reduce((sum, { parts }) => sum + parts.length, 0);
  const left = leftParts(sets, bindings);
  if (count === 0) return null;
  const names = left.map(({ name }) => name).join('、');
  return (
    <p className="tpl-sum" role="status" title={names}>
      {left.length === 0
        ? `全部 ${count} 个组件使用所选的数据。`
        : `${count - left.length} 个组件使用所选的数据，${left.length} 个${without}：${names}`}
    </p>
  );
}
