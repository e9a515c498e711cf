import { Button, Form, Input, Modal, Steps } from 'antd';
import { Suspense, useCallback, useMemo, useState, type ComponentType } from 'react';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useSets } from '#modules/datasets/web/parts.ts';
import { buildPath, type FolderTree, FolderSelect, openWindow } from '#modules/library/web/parts.ts';
import type { Template, TemplateBinding, TemplateRow } from '../../contract/template.ts';
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
const STEPS = ['选择模板', '对应数据', '预览并新建'];

/** A new board or screen after a template: choose it, say which data sets and fields of one's own take the place of its own, look, make. */
export function TemplateWizard({ of, tree, folderId, onClose, onMade }: Props) {
  const { label, without, Preview } = of;
  const [step, setStep] = useState(0);
  const [templateId, setTemplate] = useState<string | null>(null);
  const [chosen, setChosen] = useState<Chosen>({});
  const [isBusy, setBusy] = useState(false);
  const [form] = Form.useForm<{ name: string; folderId?: string | null }>();
  const found = of.useTemplate(templateId);
  const template = found.data?.id === templateId ? found.data : undefined;
  const own = useSets(Object.values(chosen).flatMap((choice) => choice?.to ?? []));
  const bindings = useMemo(() => (template ? bindingsOf(template.sets, chosen, own) : []), [template, chosen, own]);
  const setOf = useCallback((id: string) => own.get(id), [own]);
  const left = template ? leftParts(template.sets, bindings) : [];
  const count = template?.sets.reduce((sum, { parts }) => sum + parts.length, 0) ?? 0;
  const isLoading = Object.values(chosen).some((choice) => choice?.to && !own.has(choice.to));

  const make = async (values: { name: string; folderId?: string | null }) => {
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
  const choose = (id: string) => {
    if (id !== templateId) setChosen({});
    setTemplate(id);
  };
  const next =
    step === 2 ? (
      <Button type="primary" loading={isBusy} onClick={() => form.submit()}>
        新增并配置
      </Button>
    ) : (
      <Button type="primary" disabled={step === 0 ? templateId === null : !template || isLoading} onClick={() => setStep(step + 1)}>
        下一步
      </Button>
    );
  return (
    <Modal
      open
      title={`从模板新建${label}`}
      width={1080}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={[
        <Button key="cancel" onClick={onClose}>
          取消
        </Button>,
        step > 0 && (
          <Button key="back" onClick={() => setStep(step - 1)}>
            上一步
          </Button>
        ),
        <span key="next" className="tpl-next">
          {next}
        </span>,
      ]}
    >
      <Steps size="small" current={step} items={STEPS.map((title) => ({ title }))} className="tpl-steps" />
      <div className="tpl-body">
        {step === 0 ? (
          <TemplateList of={of} value={templateId} onChange={choose} />
        ) : !template ? (
          found.error ? (
            <StateView kind="error" error={found.error} onRetry={() => void found.refetch()} />
          ) : (
            <StateView kind="loading" shape="form" rows={6} />
          )
        ) : step === 1 ? (
          <SetMapping template={template} chosen={chosen} bindings={bindings} own={own} onChange={setChosen} />
        ) : (
          <div className="tpl-last">
            <div className="tpl-preview">
              <Suspense fallback={<StateView kind="loading" shape="form" rows={6} />}>
                <Preview template={template} bindings={bindings} setOf={setOf} />
              </Suspense>
            </div>
            <Form
              form={form}
              layout="vertical"
              requiredMark
              initialValues={{ name: template.name, folderId }}
              onFinish={(values) => void make(values)}
            >
              <Form.Item name="name" label={`${label}名称`} rules={[{ required: true, whitespace: true, message: `${label}名称不能为空` }]}>
                <Input autoFocus maxLength={64} />
              </Form.Item>
              <Form.Item name="folderId" label="目录">
                <FolderSelect tree={tree} />
              </Form.Item>
            </Form>
          </div>
        )}
      </div>
      {step > 0 && template && count > 0 && (
        <p className="tpl-sum" role="status">
          {left.length === 0 ? (
            <>全部 {count} 个组件使用所选的数据。</>
          ) : (
            <>
              {count - left.length} 个组件使用所选的数据，{left.length} 个{without}：
              <span title={left.map(({ name }) => name).join('、')}>{left.map(({ name }) => name).join('、')}</span>
            </>
          )}
        </p>
      )}
    </Modal>
  );
}
