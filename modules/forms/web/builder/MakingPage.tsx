import { Button, Segmented } from 'antd';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useStore } from 'zustand';
import { useCan } from '#kit/web/can.tsx';
import { closeWindow } from '#kit/web/designer/close-window.ts';
import { DesignGate, NoDesign } from '#kit/web/designer/DesignGate.tsx';
import { isChanged, openDesign, unsavedSteps } from '#kit/web/designer/open-document.ts';
import { makeDesign } from '#kit/web/designer/store.ts';
import { useDesignKeys } from '#kit/web/designer/use-keys.ts';
import { usePublish } from '#kit/web/designer/use-publish.ts';
import { useSave } from '#kit/web/designer/use-save.tsx';
import { useSteps } from '#kit/web/designer/use-steps.ts';
import { toast } from '#kit/web/dialog.tsx';
import { StudioShell } from '#kit/web/parts/StudioShell.tsx';
import { useUnsaved } from '#kit/web/unsaved.tsx';
import { useCall } from '#kit/web/use-call.ts';
import type { Form } from '../../contract/form.ts';
import type { FormSchema } from '../../contract/schema.ts';
import { formChanges, formFaults, settledForm } from '../../core/index.ts';
import { api } from '../api.ts';
import type { Device, FormDesign } from './design.ts';
import { Workbench } from './Workbench.tsx';
import { StartMenu } from './StartMenu.tsx';
import '../fill/fill.css';
import '../fill/sub-table.css';
import './making.css';

const VersionsDrawer = lazy(() => import('./VersionsDrawer.tsx'));
const TryOut = lazy(() => import('./TryOut.tsx'));
const LIST = { path: '/datafilling/form', name: '表单管理' };

/** 表单设计 */
export default function MakingPage() {
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  const found = useCall(api.form.get, { params: { id } }, { enabled: id !== '' });
  if (id === '') return <NoDesign title="没有选择表单" list={LIST} />;
  return (
    <DesignGate found={found} list={LIST}>
      {(form) => <Making key={id} form={form} />}
    </DesignGate>
  );
}

function useSaveForm(store: FormDesign, form: Form) {
  const document = useMemo(() => openDesign(store), [store]);
  const { formCode, remark, publishScope, targets, withBelow } = form;
  return useSave<FormSchema>({
    document,
    what: '表单',
    put: ({ config, name }, version) =>
      api.form.update(
        { params: { id: form.id }, body: { formCode, remark, publishScope, targets, withBelow, formName: name, schema: config, version } },
        { quiet: true, overlay: false },
      ),
    load: async () => {
      const theirs = await api.form.get({ params: { id: form.id } }, { quiet: true, overlay: false });
      return { config: theirs.schema, version: theirs.version, name: theirs.formName };
    },
    diff: formChanges,
  });
}

function usePublishForm(store: FormDesign, { id, versionNo }: Form, save: () => Promise<boolean>) {
  return usePublish({
    save,
    published: versionNo,
    publish: async () => {
      const { version } = store.getState();
      const done = await api.form.publish({ params: { id }, body: { version } }, { quiet: true, overlay: false });
      // what is saved or published next goes on from here
      store.getState().follow(done.version, store.getState().savedName);
      return done;
    },
  });
}

function Making({ form }: { form: Form }) {
  const [store] = useState<FormDesign>(() =>
    makeDesign<FormSchema>({ id: form.id, name: form.formName, version: form.version, config: form.schema }),
  );
  const name = useStore(store, (state) => state.name);
  const schema = useStore(store, (state) => state.config);
  const unsaved = useStore(store, unsavedSteps);
  const saver = useSaveForm(store, form);
  const { state, isPublishing, publish } = usePublishForm(store, form, saver.save);
  const faults = useMemo(() => formFaults(settledForm(schema)), [schema]);
  const steps = useSteps(store);
  useDesignKeys(store, () => void saver.save());
  useUnsaved(useStore(store, isChanged));
  const can = useCan();
  const navigate = useNavigate();
  const [device, setDevice] = useState<Device>('pc');
  const [isTrying, setTrying] = useState(false);
  const [hasVersions, setVersions] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const release = () => {
    const [first] = faults;
    if (!first) {
      publish();
      return;
    }
    setTrying(false);
    setChosen(first.fieldId || null);
    toast.warning(faults.length === 1 ? first.message : `${first.message}，另有 ${faults.length - 1} 处需要修改`);
  };
  return (
    <div className="designer making">
      <StudioShell
        kind="表单"
        name={name}
        nameLimit={50}
        onRename={store.getState().rename}
        onBack={() => closeWindow(LIST.path, (path) => void navigate(path))}
        state={form.status === '2' ? { kind: 'stopped' } : state}
        save={saver.stateOf(unsaved)}
        {...steps}
        zoom={<Segmented<Device> aria-label="设备" value={device} options={DEVICES} onChange={setDevice} />}
        extra={
          <>
            <StartMenu store={store} />
            <Button aria-pressed={isTrying} type={isTrying ? 'primary' : 'text'} ghost={isTrying} onClick={() => setTrying(!isTrying)}>
              {isTrying ? '返回设计' : '试填'}
            </Button>
          </>
        }
        onVersions={() => setVersions(true)}
        onSave={() => void saver.save()}
        onPublish={can(api.form.publish) ? release : undefined}
        isPublishing={isPublishing}
      >
        {isTrying ? (
          <Suspense>
            <TryOut schema={schema} device={device} />
          </Suspense>
        ) : (
          <Workbench {...{ store, schema, faults, device, chosen }} onChoose={setChosen} />
        )}
      </StudioShell>
      {saver.dialog}
      {hasVersions && (
        <Suspense>
          <VersionsDrawer
            formId={form.id}
            present={schema}
            onRestore={(no, config) => {
              store.getState().change(`恢复到第 ${no} 版`, config);
              setVersions(false);
            }}
            onClose={() => setVersions(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
const DEVICES = [
  { value: 'pc' as const, label: '电脑' },
  { value: 'phone' as const, label: '手机' },
];
