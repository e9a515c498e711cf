import { ExclamationCircleFilled } from '@ant-design/icons';
import { Button, Drawer, Form } from 'antd';
import { Fragment, useEffect, useEffectEvent, type ReactNode } from 'react';
import { useCan } from '../can.tsx';
import { StateView } from '../parts/StateView.tsx';
import type { AnyCall, EntityApi } from '../table/types.ts';
import { measures } from '../theme.ts';
import { confirmLeave, useUnsaved } from '../unsaved.tsx';
import { useCall } from '../use-call.ts';
import type { EntityFormProps } from './EntityForm.tsx';
import { FieldInput } from './FieldInput.tsx';
import { defaultOf, fieldSchema, isEmpty, isRequired, problemOf } from './schema-rules.ts';
import type { FormField } from './types.ts';
import { useEntityForm, type Values } from './use-entity-form.ts';
import { VersionDialog } from '../conflict/VersionDialog.tsx';
import { useReturnFocus } from '../use-return-focus.ts';

/** The open form: a new row, or row `id` freshly loaded. */
export default function FormDrawer<A extends EntityApi>({ id, ...props }: EntityFormProps<A> & { id: string | null }) {
  useReturnFocus();
  return id === null ? <FieldsDrawer {...props} row={null} /> : <EditDrawer {...props} id={id} />;
}

function EditDrawer<A extends EntityApi>({ id, ...props }: EntityFormProps<A> & { id: string }) {
  const { api, label, onClose } = props;
  // `staleTime: 0` because the optimistic lock needs the current version, not a cached row
  const answer = useCall(api.get as AnyCall, { params: { id } } as never, { staleTime: 0 });
  const row = answer.isFetchedAfterMount ? (answer.data as Values | undefined) : undefined;
  if (row) return <FieldsDrawer {...props} row={row} />;
  return (
    <Drawer open size={measures.drawer} title={`修改${label}`} onClose={onClose}>
      {answer.error ? (
        <StateView kind="error" error={answer.error} onRetry={() => void answer.refetch()} />
      ) : (
        <StateView kind="loading" shape="form" rows={6} />
      )}
    </Drawer>
  );
}

function FieldsDrawer<A extends EntityApi>({
  api,
  label,
  fields: all,
  row: given,
  onClose,
  initial,
  prepare,
  refreshes,
  onSaved,
  further,
  children,
}: EntityFormProps<A> & { row: Values | null }) {
  const can = useCan();
  const fields = all.filter((field) => !field.when || field.when === (given ? 'edit' : 'new'));
  const entity = useEntityForm({
    api,
    fields,
    row: given,
    initial: initial as Values | undefined,
    prepare,
    refreshes,
    onSaved: (reply, after) => {
      letGo();
      onSaved?.(reply);
      if (after !== 'new') onClose();
      if (after === 'further') further?.run(given ? String(given['id']) : (reply as { id: string }).id);
    },
  });
  const { form, isNew, problems, conflict } = entity;
  const letGo = useUnsaved(entity.isDirty);
  useSaveKey(() => void entity.save());

  const close = async () => {
    if (await confirmLeave(entity.isDirty)) onClose();
  };
  const foot = (
    <div className="form-foot">
      {problems.length > 0 && (
        <span className="problems" role="alert">
          <ExclamationCircleFilled />
          {problems.length} 项需要修改：{problems.join('、')}
        </span>
      )}
      <div className="actions">
        <Button onClick={() => void close()}>取消</Button>
        {isNew && (
          <Button disabled={entity.isSaving} onClick={() => void entity.save('new')}>
            保存并继续新增
          </Button>
        )}
        {further && can(further.call) && (
          <Button disabled={entity.isSaving} onClick={() => void entity.save('further')}>
            {further.label}
          </Button>
        )}
        <Button type="primary" loading={entity.isSaving} title="⌘S / Ctrl+S" onClick={() => void entity.save()}>
          保存
        </Button>
      </div>
    </div>
  );
  return (
    <Drawer
      open
      size={measures.drawer}
      title={`${isNew ? '新增' : '修改'}${label}`}
      mask={{ closable: !entity.isDirty }}
      onClose={() => void close()}
      afterOpenChange={(open) => {
        const first = fields[0]?.field;
        // keep the focus if the user has already clicked into a field during the animation
        const isTyping = document.activeElement?.matches('.ant-drawer :is(input, textarea, [contenteditable=true])') ?? false;
        if (open && isNew && first && !isTyping) form.focusField(first);
      }}
      footer={foot}
    >
      {children}
      <Form
        form={form}
        layout="vertical"
        initialValues={entity.start}
        requiredMark={false}
        validateTrigger="onBlur"
        onValuesChange={entity.handleValues}
        onFieldsChange={entity.handleFields}
        disabled={entity.isSaving}
      >
        <FormFields fields={fields} body={entity.body} row={given} />
      </Form>
      {conflict && (
        <VersionDialog
          fields={fields}
          mine={conflict.mine}
          conflict={conflict.other}
          busy={entity.isSaving}
          onOverwrite={entity.overwrite}
          onTakeTheirs={entity.takeTheirs}
          onBack={entity.closeConflict}
        />
      )}
    </Drawer>
  );
}

/** Required fields get an asterisk, optional ones 选填; fields with a default get neither. */
function labelOf(field: FormField<any>, schema: ReturnType<typeof fieldSchema>, isRequiredField: boolean): ReactNode {
  const start = defaultOf(schema);
  const hasDefault = start !== undefined && start !== null && !(Array.isArray(start) && start.length === 0);
  if (isRequiredField) return <Mark text={field.label} sign={<span className="form-mark">*</span>} />;
  return hasDefault || field.widget === 'switch' ? (
    field.label
  ) : (
    <Mark text={field.label} sign={<span className="form-optional">选填</span>} />
  );
}

const Mark = ({ text, sign }: { text: string; sign: ReactNode }) => (
  <>
    {text}
    {sign}
  </>
);

/** ⌘S / Ctrl+S saves the form instead of the web page. */
function useSaveKey(save: () => void) {
  const onSave = useEffectEvent(save);
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (!(event.metaKey || event.ctrlKey) || event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      onSave();
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, []);
}

interface FormFieldsProps {
  fields: readonly FormField<any>[];
  /** the schema that the values must satisfy */
  body: Parameters<typeof fieldSchema>[0] | undefined;
  /** the row that is changed; null for a new one */
  row: Values | null;
}

/** Labelled inputs in two columns, by section. */
function FormFields({ fields, body, row }: FormFieldsProps) {
  const sections: { title?: string; note?: string; fields: FormField<any>[] }[] = [];
  for (const field of fields) {
    if (field.section || sections.length === 0) sections.push({ title: field.section, note: field.sectionNote, fields: [] });
    sections.at(-1)?.fields.push(field);
  }
  return sections.map((section, index) => (
    <Fragment key={section.title ?? index}>
      {section.title && (
        <h3 className="form-section">
          {section.title}
          {section.note && <small>{section.note}</small>}
        </h3>
      )}
      <div className="form-grid">
        {section.fields.map((field) => (
          <FieldItem key={field.field} field={field} body={body} row={row} />
        ))}
      </div>
    </Fragment>
  ));
}

function FieldItem({ field, body, row }: Omit<FormFieldsProps, 'fields'> & { field: FormField<any> }) {
  const form = Form.useFormInstance<Values>();
  const dependsOnOthers = field.visible || field.render || field.required || typeof field.hint === 'function';
  const values = Form.useWatch((all: Values) => (dependsOnOthers ? all : undefined), form) ?? {};
  const schema = body && fieldSchema(body, field.field);
  if (field.visible && !field.visible(values)) return null;
  const isRequiredHere = field.required?.(values) === true;
  const required = isRequiredHere || isRequired(schema);
  const isWide = field.wide ?? field.widget === 'area';
  const disabled = field.fixedOnEdit && row ? true : undefined;
  const validator = (_: unknown, value: unknown) => {
    const problem = isRequiredHere && isEmpty(value) ? `${field.label}不能为空` : problemOf(schema, value, field.label);
    return problem === null ? Promise.resolve() : Promise.reject(new Error(problem));
  };
  return (
    <Form.Item
      name={field.field}
      label={labelOf(field, schema, required)}
      className={isWide ? 'wide' : undefined}
      extra={typeof field.hint === 'function' ? field.hint(values) : field.hint}
      required={required}
      rules={[{ validator }]}
    >
      {field.render ? (
        <Custom field={field} values={values} row={row} disabled={disabled} />
      ) : (
        <FieldInput field={field} {...(disabled && { disabled })} />
      )}
    </Form.Item>
  );
}

/** Passes value and onChange of the form item on to the page's own widget. */
function Custom({
  field,
  values,
  row,
  ...props
}: {
  field: FormField<any>;
  values: Values;
  row: Values | null;
  id?: string;
  value?: unknown;
  onChange?: (value: unknown) => void;
  disabled?: boolean;
}) {
  return field.render?.(props, values, row);
}
