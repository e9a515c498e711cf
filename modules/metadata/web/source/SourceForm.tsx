import { Alert, Button, Drawer, Form, Input, InputNumber, Segmented, Select, Skeleton, Steps, Switch } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import type * as z from 'zod';
import { confirmDialog, toast } from '#kit/web/dialog.tsx';
import type { Opened } from '#kit/web/table/list-state.ts';
import { FailedRows } from '#kit/web/table/ListFaces.tsx';
import { measures } from '#kit/web/theme.ts';
import { confirmLeave, useUnsaved } from '#kit/web/unsaved.tsx';
import { CallError } from '#kit/web/send.ts';
import { useCall, useWrite } from '#kit/web/use-call.ts';
import { words } from '#kit/web/words.ts';
import { EMBEDDED_DATABASE, EMBEDDED_HOST, SourceInput } from '../../contract/source.ts';
import { api } from '../api.ts';
import { ConnectionCheck } from './ConnectionCheck.tsx';
import { SSL_MODES } from './ssl-modes.ts';

type Values = z.input<typeof SourceInput>;
type Row = Values & { id: string; version: number };

const START = {
  sourceName: '',
  dbType: '5',
  status: '1',
  isShared: '0',
  remark: null,
  schemas: [],
  dbSchema: { host: '', port: 5432, dbName: '', username: '', password: '', sslMode: 'prefer' },
} as unknown as Values;
const isFirstStep = (path: readonly PropertyKey[]) => path[0] !== 'dbSchema' && path[0] !== 'schemas';

interface Props {
  opened: Opened;
  onClose: () => void;
  onSaved: () => void;
}

/** 数据源信息 → 连接信息, with a connectivity check before anything is saved. */
export function SourceForm({ opened, ...rest }: Props) {
  if (opened?.kind === 'new') return <FormDrawer key="new" row={null} {...rest} />;
  if (opened?.kind === 'edit') return <EditDrawer key={opened.id} id={opened.id} {...rest} />;
  return null;
}

function EditDrawer({ id, ...rest }: { id: string } & Omit<Props, 'opened'>) {
  const answer = useCall(api.source.get, { params: { id } }, { staleTime: 0 });
  if (answer.isFetchedAfterMount && answer.data) return <FormDrawer row={answer.data as unknown as Row} {...rest} />;
  return (
    <Drawer open size={measures.drawer} title="修改数据源" closable={{ placement: 'end' }} onClose={rest.onClose}>
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
  const [isEmbedded, setEmbedded] = useState(row?.dbSchema.host === EMBEDDED_HOST);
  const refreshes = [api.source.page, api.source.list];
  const create = useWrite(api.source.create, { overlay: false, quiet: true, refreshes });
  const update = useWrite(api.source.update, { overlay: false, quiet: true, refreshes });
  const sync = useWrite(api.source.sync, { overlay: false, refreshes });
  const isSaving = create.isPending || update.isPending;
  const letGo = useUnsaved(isDirty);

  const values = (): Values => {
    const all = form.getFieldsValue(true) as Values;
    const dbSchema = isEmbedded
      ? { ...all.dbSchema, host: EMBEDDED_HOST, port: 5432, dbName: EMBEDDED_DATABASE, username: null, password: null }
      : all.dbSchema;
    return { ...all, dbSchema };
  };
  const show = (issues: readonly { path: readonly PropertyKey[]; message: string }[]) =>
    form.setFields(issues.map(({ path, message }) => ({ name: path as never, errors: [message] })));
  /** The rules of the contract; answers true when the step (or everything) is right. */
  const check = (which: 'first' | 'all'): boolean => {
    form.setFields(form.getFieldsError().map(({ name }) => ({ name, errors: [] })));
    const parsed = SourceInput.safeParse(values());
    const issues = parsed.success ? [] : parsed.error.issues.filter(({ path }) => which === 'all' || isFirstStep(path));
    show(issues);
    if (issues.some(({ path }) => isFirstStep(path))) setStep(0);
    return issues.length === 0;
  };
  const fail = async (error: unknown) => {
    if (!(error instanceof CallError)) return;
    if (error.key === 'entity.versionConflict') {
      await confirmDialog({ content: '数据源已被他人修改。请关闭后重新打开，核对后再保存。', okText: '知道了' });
      return;
    }
    const issues = Array.isArray(error.detail)
      ? (error.detail as { path: string; message: string }[]).map(({ path, message }) => ({ path: path.split('.'), message }))
      : [];
    if (issues.length === 0) return toast.error(error.message);
    show(issues);
    setStep(issues.some(({ path }) => isFirstStep(path)) ? 0 : 1);
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
      closable={{ placement: 'end' }}
      mask={{ closable: !isDirty }}
      onClose={() => void close()}
      footer={
        <div className="form-foot">
          <div className="actions">
            <Button onClick={() => void close()}>取消</Button>
            {step === 1 && <Button onClick={() => setStep(0)}>上一步</Button>}
            {step === 0 ? (
              <Button type="primary" onClick={() => check('first') && setStep(1)}>
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
      }
    >
      <Steps
        className="source-steps"
        size="small"
        current={step}
        onChange={(next) => (next === 0 || check('first')) && setStep(next)}
        items={[{ title: '数据源信息' }, { title: '连接信息' }]}
      />
      <Form
        className="source-form"
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={row ?? START}
        onValuesChange={() => setDirty(true)}
        disabled={isSaving}
      >
        <div hidden={step !== 0} className="form-grid">
          <Field name="sourceName" label="名称" required>
            <Input placeholder="例如 经营数据仓库" maxLength={50} />
          </Field>
          <Field name="dbType" label="类型" required>
            <Select options={[{ value: '5', label: 'PostgreSQL' }]} />
          </Field>
          <Field name="status" label="状态" preset>
            <OnOff words={['启用', '禁用']} />
          </Field>
          <Field name="isShared" label="全公司可用" preset hint="开启后，有查询权限的账号都可使用，不受数据范围限制">
            <OnOff words={['是', '否']} />
          </Field>
          <Field name="remark" label="备注" wide>
            <Input.TextArea autoSize={{ minRows: 3, maxRows: 6 }} maxLength={200} placeholder="用途、负责人等" />
          </Field>
        </div>
        <div hidden={step !== 1}>
          <Form.Item label="连接到">
            <Segmented
              value={isEmbedded ? 'embedded' : 'server'}
              onChange={(next) => {
                setEmbedded(next === 'embedded');
                setDirty(true);
              }}
              options={[
                { value: 'server', label: '数据库服务器' },
                { value: 'embedded', label: '内置演示库' },
              ]}
            />
          </Form.Item>
          {isEmbedded ? (
            <Alert type="info" title={`使用本系统自带的演示数据仓库 ${EMBEDDED_DATABASE}，由系统提供只读账号，无需填写用户名和密码。`} />
          ) : (
            <div className="form-grid">
              <Field name={['dbSchema', 'host']} label="主机" required>
                <Input placeholder="主机名或 IP 地址" autoComplete="off" />
              </Field>
              <Field name={['dbSchema', 'port']} label="端口" required>
                <InputNumber min={1} max={65535} controls={false} />
              </Field>
              <Field name={['dbSchema', 'dbName']} label="数据库" required>
                <Input autoComplete="off" />
              </Field>
              <Field name={['dbSchema', 'sslMode']} label="加密方式" preset>
                <Select options={[...SSL_MODES]} />
              </Field>
              <Field name={['dbSchema', 'username']} label="用户名" hint="建议使用只读账号">
                <Input autoComplete="off" />
              </Field>
              <Field name={['dbSchema', 'password']} label="密码" hint={row ? '保持不变则沿用已保存的密码' : '加密保存，之后不再显示'}>
                <Input.Password autoComplete="new-password" visibilityToggle={false} />
              </Field>
            </div>
          )}
          <Field name="schemas" label="同步范围" hint="留空表示全部可读的模式">
            <Select mode="tags" placeholder="模式名，例如 public" tokenSeparators={[',', ' ']} />
          </Field>
          <ConnectionCheck id={row?.id} body={values} validate={() => check('all')} />
        </div>
      </Form>
    </Drawer>
  );
}

interface FieldProps {
  name: string | string[];
  label: string;
  required?: boolean;
  /** has a value from the start: neither * nor 选填 */
  preset?: boolean;
  hint?: string;
  wide?: boolean;
  children: ReactNode;
}
function Field({ name, label, required, preset, hint, wide, children }: FieldProps) {
  return (
    <Form.Item
      name={name}
      extra={hint}
      className={wide ? 'wide' : undefined}
      label={
        <>
          {label}
          {required && <span className="form-mark">*</span>}
          {!required && !preset && <span className="form-optional">选填</span>}
        </>
      }
    >
      {children}
    </Form.Item>
  );
}

interface OnOffProps {
  words: readonly [on: string, off: string];
  value?: string;
  onChange?: (value: string) => void;
}
const OnOff = ({ words: [on, off], value, onChange }: OnOffProps) => (
  <Switch checked={value === '1'} checkedChildren={on} unCheckedChildren={off} onChange={(next) => onChange?.(next ? '1' : '0')} />
);
