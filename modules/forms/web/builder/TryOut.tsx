import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { toast } from '#kit/web/dialog.tsx';
import { serverNow } from '#kit/web/server-clock.ts';
import { useSession } from '#kit/web/session.ts';
import type { FormSchema } from '../../contract/schema.ts';
import { compileForm, settledForm } from '../../core/index.ts';
import { FillProvider } from '../fill/context.ts';
import { FieldList } from '../fill/FormBody.tsx';
import { walkProblems } from '../fill/jump.ts';
import { makeFill, startValues } from '../fill/store.ts';
import type { Device } from './design.ts';

/** 试填: the form as people will fill it in, on a wide window or a phone; nothing is stored. */
export default function TryOut({ schema, device }: { schema: FormSchema; device: Device }) {
  const userId = useSession((state) => state.user?.id ?? null);
  const form = useMemo(() => compileForm(settledForm(schema), { today: new Date(serverNow()).toISOString().slice(0, 10) }), [schema]);
  const [options] = useState(() => ({ person: { userId, deptId: null } }));
  const [store] = useState(() => makeFill(form, startValues(form, null, options), options));
  const problems = useStore(store, (fill) => (fill.showsAll ? fill.verdict.problems.length : 0));
  const submit = () => {
    if (store.getState().judge().length > 0) walkProblems(store);
    else toast.success('校验通过，试填的内容不会保存');
  };
  return (
    <FillProvider value={{ store, form, formId: null, isNarrow: device === 'phone' }}>
      <div className="making-stage">
        <div className="fill-main making-paper" data-device={device}>
          <div className="fill-paper" data-labels={schema.settings.labelPosition ?? 'top'}>
            <FieldList fields={form.schema.layout} />
          </div>
          <footer className="fill-foot">
            <span className="bad">{problems > 0 && `${problems} 项需要修改`}</span>
            <span className="grow" />
            <Button type="primary" onClick={submit}>
              {schema.settings.submitText ?? '提交'}
            </Button>
          </footer>
        </div>
      </div>
    </FillProvider>
  );
}
