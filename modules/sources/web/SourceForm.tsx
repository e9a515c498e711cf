import { Button, Drawer, Form, Skeleton, Steps, type FormInstance } from 'antd';
import { useRef, useState } from 'react';
import type * as z from 'zod';
import { useCan } from '#kit/web/can.tsx';
import { confirmDialog, toast } from '#kit/web/dialog.tsx';
import type { Opened } from '#kit/web/table/list-state.ts';
import { FailedRows } from '#kit/web/table/ListStates.tsx';
import { measures } from '#kit/web/theme.ts';
import { confirmLeave, useUnsaved } from '#kit/web/unsaved.tsx';
import { CallError } from '#kit/web/send.ts';
import { useCall, useWrite } from '#kit/web/use-call.ts';
import { words } from '#kit/web/words.ts';
import { fieldsOf } from '../contract/connection.ts';
import { EMBEDDED_DATABASE, EMBEDDED_HOST, SourceInput } from '../contract/source.ts';
import { api } from './api.ts';
import { BasicStep } from './BasicStep.tsx';
import type { CapabilityView } from './Capability.tsx';
import { ConnectionCheck } from './ConnectionCheck.tsx';
import { ConnectionStep } from './ConnectionStep.tsx';
import type { KnownFile } from './FilesField.tsx';
import { HarvestFields } from './HarvestFields.tsx';
import { kindOf } from './kinds.tsx';
import './source.css';

type Values = z.input<typeof SourceInput>;
type Row = Values & {
  id: string;
  version: number;
  ownerName: string | null;
  files: readonly KnownFile[];
  capability: CapabilityView | null;
};

const START = {
  sourceName: '',
  dbType: '5',
  status: '1',
  isShared: '0',
  env: 'prod',
  ownerId: null,
  remark: null,
  schemas: [],
  includeTables: [],
  excludeTables: [],
  syncCron: null,
  dbSchema: { host: '', port: 5432, dbName: '', username: '', password: '', sid: '', sslMode: 'prefer', fileNames: [] },
} as unknown as Values;
const SECOND = new Set(['dbSchema', 'schemas', 'includeTables', 'excludeTables', 'syncCron']);
const isFirstStep = (path: readonly PropertyKey[]) => !SECOND.has(String(path[0]));

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
        <FailedRows error={answer.error} onRetry={() => void answer.refetch()} />
      ) : (
        <Skeleton active paragraph={{ rows: 8 }} />
      )}
    </Drawer>
  );
}

function FormDrawer({ row, onClose, onSaved }: { row: Row | null } & Omit<Props, 'opened'>) {
  const [form] = Form.useForm<Values>();
  const [step, setStep] = useState(0);
  const [isDirty, setDirty] = useState(false);
  const [wantsEmbedded, setEmbedded] = useState(row?.dbSchema.host === EMBEDDED_HOST);
  const [found, setFound] = useState<CapabilityView | null>(row?.capability ?? null);
  const dbType = Form.useWatch('dbType', form) ?? row?.dbType ?? START.dbType;
  const kind = kindOf(dbType);
  const isFile = kind ? fieldsOf(kind).isFile : false;
  const isEmbedded = wantsEmbedded && dbType === '5';
  const can = useCan();
  const recheck = useWrite(api.source.checkConnection, { overlay: false, quiet: true, refreshes: [api.source.get] });
  const refreshes = [api.source.page, api.source.list];
  const create = useWrite(api.source.create, { overlay: false, quiet: true, refreshes });
  const update = useWrite(api.source.update, { overlay: false, quiet: true, refreshes });
  const sync = useWrite(api.harvest.sync, { overlay: false, refreshes });
  const isSaving = create.isPending || update.isPending;
  const letGo = useUnsaved(isDirty);

  const values = (): Values => valuesOf(form, { isEmbedded });
  const show = (issues: readonly { path: readonly PropertyKey[]; message: string }[]) =>
    form.setFields(issues.map(({ path, message }) => ({ name: path as never, errors: [message] })));
  /** The rules of the contract; answers true when the step (or everything) is right. */
  const check = (which: 'first' | 'connection' | 'all'): boolean => {
    form.setFields(form.getFieldsError().map(({ name }) => ({ name, errors: [] })));
    const parsed = SourceInput.safeParse(values());
    const issues = parsed.success
      ? []
      : parsed.error.issues.filter(({ path }) => (which === 'all' ? true : which === 'first' ? isFirstStep(path) : path[0] === 'dbSchema'));
    show(issues);
    if (issues.some(({ path }) => isFirstStep(path))) setStep(0);
    return issues.length === 0;
  };
  const fail = async (error: unknown) => {
    if (!(error instanceof CallError)) return;
    if (error.key === 'entity.versionConflict') {
      await confirmDialog({ content: `${error.message}。关闭后重新打开可以看到最新内容。`, okText: '知道了' });
      return;
    }
    const issues = Array.isArray(error.detail)
      ? (error.detail as { path: string; message: string }[]).map(({ path, message }) => ({ path: path.split('.'), message }))
      : [];
    if (issues.length === 0) return toast.error(error.message);
    show(issues);
    setStep(issues.some(({ path }) => isFirstStep(path)) ? 0 : 1);
  };
  const changed = (part: Partial<Values>) => {
    setDirty(true);
    if (part.dbType === undefined) return;
    setFound(null);
    bringDefaults(form, { from: dbType, to: part.dbType });
  };
  // the second click of a double click comes before the next render, or while the saved form is closing
  const isBusy = useRef(false);
  const save = async (thenSync: boolean) => {
    if (isBusy.current || !check('all')) return;
    isBusy.current = true;
    try {
      const body = values();
      const id = row
        ? (await update.mutateAsync({ params: { id: row.id }, body: { ...body, version: row.version } }), row.id)
        : (await create.mutateAsync({ body })).id;
      toast.success(words.saved);
      setDirty(false);
      letGo();
      onSaved();
      onClose();
      // what was found belongs to the source now that it exists
      if (found && !row?.capability && can(api.source.checkConnection)) recheck.mutate({ body: { id } });
      if (thenSync) await sync.mutateAsync({ params: { id } });
    } catch (error) {
      isBusy.current = false;
      await fail(error);
    }
  };
  const close = async () => {
    if (await confirmLeave(isDirty)) onClose();
  };

  return (
    <Drawer
      open
      size={measures.drawer}
      title={row ? '修改数据源' : '新增数据源'}
      mask={{ closable: !isDirty }}
      onClose={() => void close()}
      footer={<DrawerFoot close={close} step={step} onStep={setStep} check={check} row={row} isSaving={isSaving} save={save} />}
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

/** What the form holds; the built-in database names itself. */
function valuesOf(form: FormInstance<Values>, { isEmbedded }: { isEmbedded: boolean }): Values {
  const all = form.getFieldsValue(true) as Values;
  const dbSchema = isEmbedded
    ? { ...all.dbSchema, host: EMBEDDED_HOST, port: 5432, dbName: EMBEDDED_DATABASE, username: null, password: null }
    : all.dbSchema;
  return { ...all, dbSchema };
}

/** Another kind brings its own port and name of the database, unless somebody has written something else. */
function bringDefaults(form: FormInstance<Values>, kinds: { from: string; to: string }) {
  const before = kindOf(kinds.from);
  const after = kindOf(kinds.to);
  if (!after) return;
  const { port, dbName } = (form.getFieldsValue(true) as Values).dbSchema;
  if (port === null || port === undefined || port === 0 || port === before?.port) form.setFieldValue(['dbSchema', 'port'], after.port);
  const presetOf = (of: typeof after | undefined) => (of && fieldsOf(of).database?.preset) ?? '';
  if (!dbName || dbName === presetOf(before)) form.setFieldValue(['dbSchema', 'dbName'], presetOf(after));
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
  check: (which: 'first' | 'connection' | 'all') => boolean;
  row: Row | null;
  isSaving: boolean;
  save: (thenSync: boolean) => Promise<void>;
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
              <Button disabled={isSaving} onClick={() => void save(false)}>
                仅保存
              </Button>
            )}
            <Button type="primary" loading={isSaving} onClick={() => void save(!row)}>
              {row ? '保存' : '保存并同步'}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
