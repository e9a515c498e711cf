import { Button, Drawer, Form, Steps, type FormInstance } from 'antd';
import { useState } from 'react';
import { StateView } from '#kit/web/parts/StateView.tsx';
import type { Opened } from '#kit/web/table/list-state.ts';
import { measures } from '#kit/web/theme.ts';
import { confirmLeave, useUnsaved } from '#kit/web/unsaved.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { fieldsOf } from '../contract/connection.ts';
import { EMBEDDED_HOST } from '../contract/source.ts';
import { api } from './api.ts';
import { BasicStep } from './BasicStep.tsx';
import type { CapabilityView } from './Capability.tsx';
import { ConnectionCheck } from './ConnectionCheck.tsx';
import { ConnectionStep } from './ConnectionStep.tsx';
import type { KnownFile } from './FilesField.tsx';
import { HarvestFields } from './HarvestFields.tsx';
import { kindOf } from './kinds.tsx';
import { defaultsOf, isFirstStep, issuesOf, sentValues, START, type Issue, type Part, type Values } from './source-values.ts';
import { useSourceSave } from './use-source-save.ts';
import './source.css';

type Row = Values & {
  id: string;
  version: number;
  ownerName: string | null;
  files: readonly KnownFile[];
  capability: CapabilityView | null;
};

interface Props {
  opened: Opened;
  onClose: () => void;
  onSaved: () => void;
}

/** 数据源信息 → 连接信息, with a connectivity check before anything is saved. */
export default function SourceForm({ opened, ...rest }: Props) {
  if (opened?.kind === 'new') return <FormDrawer key="new" row={null} {...rest} />;
  if (opened?.kind === 'edit') return <EditDrawer key={opened.id} id={opened.id} {...rest} />;
  return null;
}

function EditDrawer({ id, ...rest }: { id: string } & Omit<Props, 'opened'>) {
  const answer = useCall(api.source.get, { params: { id } }, { staleTime: 0 });
  if (answer.isFetchedAfterMount && answer.data) return <FormDrawer row={answer.data as unknown as Row} {...rest} />;
  return (
    <Drawer open size={measures.drawer} title="修改数据源" onClose={rest.onClose}>
      {answer.error ? (
        <StateView kind="error" error={answer.error} onRetry={() => void answer.refetch()} />
      ) : (
        <StateView kind="loading" shape="form" rows={8} />
      )}
    </Drawer>
  );
}

type DrawerProps = { row: Row | null } & Omit<Props, 'opened'>;

function FormDrawer({ row, onClose, onSaved }: DrawerProps) {
  const [form] = Form.useForm<Values>();
  const [isDirty, setDirty] = useState(false);
  const [wantsEmbedded, setEmbedded] = useState(row?.dbSchema.host === EMBEDDED_HOST);
  const [found, setFound] = useState<CapabilityView | null>(row?.capability ?? null);
  const dbType = Form.useWatch('dbType', form) ?? row?.dbType ?? START.dbType;
  const kind = kindOf(dbType);
  const isFile = kind ? fieldsOf(kind).isFile : false;
  const isEmbedded = wantsEmbedded && dbType === '5';
  const letGo = useUnsaved(isDirty);
  const values = () => sentValues(form.getFieldsValue(true) as Values, { isEmbedded });
  const { step, setStep, check, show } = useSteps(form, values);
  const { save, isSaving } = useSourceSave({
    row,
    found,
    values,
    show,
    onDone: () => {
      setDirty(false);
      letGo();
      onSaved();
      onClose();
    },
  });
  const changed = (part: Partial<Values>) => {
    setDirty(true);
    if (part.dbType === undefined) return;
    setFound(null);
    const { dbSchema } = form.getFieldsValue(true) as Values;
    form.setFieldsValue({ dbSchema: defaultsOf(dbSchema, { from: dbType, to: part.dbType }) as never });
  };
  const close = async () => {
    if (await confirmLeave(isDirty)) onClose();
  };
  const saveChecked = async (options: { thenSync: boolean }) => {
    if (check('all')) await save(options);
  };

  return (
    <Drawer
      open
      size={measures.drawer}
      title={row ? '修改数据源' : '新增数据源'}
      mask={{ closable: !isDirty }}
      onClose={() => void close()}
      footer={<DrawerFoot close={close} step={step} onStep={setStep} check={check} row={row} isSaving={isSaving} save={saveChecked} />}
    >
      <Steps
        className="source-steps"
        size="small"
        current={step}
        onChange={(next) => (next === 0 || check('first')) && setStep(next)}
        items={[{ title: '基本信息' }, { title: '连接信息' }]}
      />
      <Form
        className="source-form"
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={row ?? START}
        onValuesChange={(part) => changed(part as Partial<Values>)}
        disabled={isSaving}
      >
        <BasicStep isHidden={step !== 0} owner={row?.ownerId && row.ownerName ? { id: row.ownerId, name: row.ownerName } : null} />
        <div hidden={step !== 1}>
          <ConnectionStep
            dbType={dbType}
            isStored={row !== null}
            isEmbedded={isEmbedded}
            onEmbedded={(next) => {
              setEmbedded(next);
              setFound(null);
              setDirty(true);
            }}
            files={row?.files ?? []}
          />
          <ConnectionCheck
            key={`${dbType}${isEmbedded}`}
            id={row?.id}
            isFile={isFile}
            body={values}
            validate={() => check('connection')}
            onFound={setFound}
          />
          <HarvestFields schemas={found?.schemas ?? null} isFile={isFile} />
        </div>
      </Form>
    </Drawer>
  );
}

/** The two steps, and messages beside the fields: the step with the first faulty field opens. */
function useSteps(form: FormInstance<Values>, values: () => Values) {
  const [step, setStep] = useState(0);
  const show = (issues: readonly Issue[]) => {
    form.setFields(issues.map(({ path, message }) => ({ name: path as never, errors: [message] })));
    if (issues.length > 0) setStep(issues.some(({ path }) => isFirstStep(path)) ? 0 : 1);
  };
  /** Whether a part of the form is right; if not, its fields say why. */
  const check = (part: Part): boolean => {
    form.setFields(form.getFieldsError().map(({ name }) => ({ name, errors: [] })));
    const issues = issuesOf(values(), part);
    show(issues);
    return issues.length === 0;
  };
  return { step, setStep, check, show };
}

/** The buttons of the step. */
function DrawerFoot({
  close,
  step,
  onStep,
  check,
  row,
  isSaving,
  save,
}: {
  close: () => Promise<void>;
  step: number;
  onStep: (step: number) => void;
  check: (part: Part) => boolean;
  row: Row | null;
  isSaving: boolean;
  save: (options: { thenSync: boolean }) => Promise<void>;
}) {
  return (
    <div className="form-foot">
      <div className="actions">
        <Button onClick={() => void close()}>取消</Button>
        {step === 1 && <Button onClick={() => onStep(0)}>上一步</Button>}
        {step === 0 ? (
          <Button type="primary" onClick={() => check('first') && onStep(1)}>
            下一步
          </Button>
        ) : (
          <>
            {!row && (
              <Button disabled={isSaving} onClick={() => void save({ thenSync: false })}>
                仅保存
              </Button>
            )}
            <Button type="primary" loading={isSaving} onClick={() => void save({ thenSync: row === null })}>
              {row ? '保存' : '保存并同步'}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
