import { useMutation } from '@tanstack/react-query';
import { Form, type FormInstance } from 'antd';
import { useRef, useState } from 'react';
import type * as z from 'zod';
import { conflictOf, type Conflict } from '../conflict/conflict.ts';
import { toast } from '../dialog.tsx';
import { CallError } from '../send.ts';
import type { AnyCall, EntityApi } from '../table/types.ts';
import { useRefresh } from '../use-call.ts';
import { uiTexts } from '../ui-texts.ts';
import { bodyProblems, defaultOf, fieldSchema, normalise, serverProblems, type FieldProblem } from './schema-rules.ts';
import type { FormField } from './types.ts';

export type Values = Record<string, unknown>;

/** What happens after a successful save: close, start the next new row, or close and run the further action. */
type AfterSave = 'close' | 'new' | 'further';

interface Options {
  api: EntityApi;
  fields: readonly FormField<any>[];
  /** the row as it was read; null = a new one */
  row: Values | null;
  /** initial values of a new row; override those of the fields */
  initial?: Values;
  /** transforms the body before it is sent */
  prepare?: (values: any, row: any) => unknown;
  /** entities whose cached data this write invalidates */
  refreshes?: readonly AnyCall[];
  onSaved: (reply: unknown, after: AfterSave) => void;
}

const startOf = (fields: readonly FormField<any>[], body: z.ZodType | undefined, row: Values | null, initial?: Values): Values =>
  Object.fromEntries(
    fields.map((field) => {
      if (row) return [field.field, row[field.field]];
      return [field.field, initial?.[field.field] ?? field.initial ?? (body && defaultOf(fieldSchema(body, field.field)))];
    }),
  );

const textOf = (values: Values): string =>
  JSON.stringify(values, (_, value: unknown) => (value === '' || value === undefined ? null : value));

/** Form state: values, dirty flag, validation, saving and its errors. */
export function useEntityForm({ api, fields, row, initial, prepare, refreshes = [], onSaved }: Options) {
  const [form] = Form.useForm<Values>();
  const call = row ? api.update : api.create;
  const body = call?.route.body as z.ZodType | undefined;
  const [base, setBase] = useState(row);
  const [start, setStart] = useState(() => startOf(fields, body, row, initial));
  const [isDirty, setDirty] = useState(false);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [conflict, setConflict] = useState<{ mine: Values; other: Conflict } | null>(null);
  const refresh = useRefresh();

  const labelOf = (field: string) => fields.find((one) => one.field === field)?.label;
  const noticeProblems = () =>
    setProblems(
      form
        .getFieldsError()
        .filter((item) => item.errors.length > 0)
        .map((item) => labelOf(String(item.name[0])) ?? String(item.name[0])),
    );
  /** Shows problems below their fields; false when one of them has no field in this form. */
  const showProblems = (list: readonly FieldProblem[]): boolean => {
    const known = list.filter((problem) => labelOf(problem.field) !== undefined);
    form.setFields(known.map(({ field, message }) => ({ name: field, errors: [message] })));
    noticeProblems();
    if (known[0]) form.scrollToField(known[0].field, { block: 'center' });
    return known.length === list.length && list.length > 0;
  };

  const bodyOf = (version?: number): Values => {
    return bodyFrom({ form, fields, body, base, initial, prepare, version });
  };

  const restart = (next: Values | null) => {
    const values = startOf(fields, body, next, initial);
    setBase(next);
    setStart(values);
    form.resetFields();
    form.setFieldsValue(values);
    setDirty(false);
    setProblems([]);
    setConflict(null);
  };

  const handleFailure = (error: unknown) => {
    if (!(error instanceof CallError)) throw error;
    const other = conflictOf(error);
    if (other) return setConflict({ mine: bodyOf(), other });
    if (!showProblems(serverProblems(error.detail))) toast.error(error.message);
  };

  const saving = useMutation({
    mutationFn: ({ version }: { after: AfterSave; version?: number }) => {
      const args = base ? { params: { id: base['id'] }, body: bodyOf(version) } : { body: bodyOf() };
      return Promise.resolve(call?.(args, { quiet: true, overlay: false }));
    },
    onSuccess: async (reply, { after }) => {
      toast.success(uiTexts.saved);
      if (after === 'new') restart(null);
      else setDirty(false);
      onSaved(reply, after);
      await refresh(...[api.page, api.get, ...refreshes].filter((one) => one !== undefined));
    },
    onError: handleFailure,
  });

  const isValid = async (): Promise<boolean> => {
    try {
      await form.validateFields();
    } catch {
      noticeProblems();
      const [first] = form.getFieldsError().filter((item) => item.errors.length > 0);
      if (first) form.scrollToField(first.name, { block: 'center' });
      return false;
    }
    const problem = body ? bodyProblems(body, bodyOf()) : [];
    // problems without a field are left to the server
    return !(problem.length > 0 && showProblems(problem));
  };
  // a ref, because the second click of a double click arrives before the next render
  const isClosed = useRef(false);
  const save = async (after: AfterSave = 'close') => {
    if (isClosed.current) return;
    isClosed.current = true;
    try {
      if (await isValid()) {
        await saving.mutateAsync({ after });
        if (after !== 'new') return;
      }
    } catch {
      // already shown by onError
    }
    isClosed.current = false;
  };

  return {
    form,
    start,
    body,
    isNew: base === null,
    isDirty,
    problems,
    conflict,
    isSaving: saving.isPending,
    save,
    handleValues: (changed: Values, values: Values) => {
      setDirty(textOf({ ...start, ...values }) !== textOf(start));
      // re-validate an invalid field on every change, because not every input reports blur
      const wrong = Object.keys(changed).filter((field) => form.getFieldError(field).length > 0);
      if (wrong.length > 0) void form.validateFields(wrong).catch(() => undefined);
    },
    handleFields: noticeProblems,
    overwrite: () => saving.mutate({ after: 'close', version: conflict?.other.theirs.version }),
    takeTheirs: () => restart({ ...base, ...conflict?.other.theirs }),
    closeConflict: () => setConflict(null),
  };
}

/** What is sent: the record as it was, with what the form shows. */
function bodyFrom({
  form,
  fields,
  body,
  base,
  initial,
  prepare,
  version,
}: {
  form: FormInstance<Values>;
  fields: Options['fields'];
  body: z.ZodType | undefined;
  base: Values | null;
  initial: Options['initial'];
  prepare: Options['prepare'];
  version: number | undefined;
}): Values {
  const shown = form.getFieldsValue();
  const values = Object.fromEntries(
    fields
      .filter((field) => field.field in shown)
      .map((field) => [field.field, normalise(body && fieldSchema(body, field.field), shown[field.field])]),
  );
  const whole = { ...base, ...initial, ...values };
  return { ...((prepare?.(whole, base) as Values | undefined) ?? whole), ...(base && { version: version ?? base['version'] }) };
}
