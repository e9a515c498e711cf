import { PlayCircleOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Suspense, useEffect, useRef } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { lazyPart } from '#kit/web/lazy-part.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import type { CallError } from '#kit/web/send.ts';
import type { SqlEditorHandle } from '#kit/web/sql/SqlEditor.tsx';
import { useCall, useWrite } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { type Change, type Draft, offsetOf, withParsed } from './draft.ts';

const SqlEditor = lazyPart(async () => ({ default: (await import('#kit/web/sql/SqlEditor.tsx')).SqlEditor }));

interface Props {
  draft: Draft;
  change: Change;
  problem: string | undefined;
  refusal: CallError | null;
}

/** The script of an API: 解析 finds its parameters and outputs; a refusal is marked at its place. */
export function ScriptPane({ draft, change, problem, refusal }: Props) {
  const can = useCan();
  const editor = useRef<SqlEditorHandle>(null);
  const { sourceId, sqlText } = draft.executeConfig;
  const catalogue = useCall(api.dataSet.catalogue, { params: { sourceId } }, { enabled: sourceId !== '' && can(api.dataSet.catalogue) });
  const parse = useWrite(api.dataApi.parse, {
    overlay: false,
    quiet: true,
    onSuccess: (found) => {
      change(withParsed(draft, found));
      toast.success(`解析出 ${found.reqParams.length} 个参数、${found.resParams.length} 个返回字段`);
    },
  });
  const failure = parse.error ?? refusal;
  useEffect(() => editor.current?.mark(failure ? offsetOf(failure.detail) : null), [failure]);
  const text = sqlText ?? '';
  const isReady = sourceId !== '' && text.trim() !== '';
  const run = () => isReady && !parse.isPending && parse.mutate({ body: { sourceId, sqlText: text } });
  const write = (next: string) => {
    parse.reset();
    change({ executeConfig: { ...draft.executeConfig, sqlText: next } });
  };
  return (
    <div className="market-script">
      <div className="market-script-bar">
        <span className="muted">一条查询语句；参数写作 :名称；可不填的条件写作 {'[[ and city = :city ]]'}，最多 6 处</span>
        <span className="grow" />
        <Button
          size="small"
          icon={<PlayCircleOutlined />}
          loading={parse.isPending}
          disabled={!isReady}
          title={isReady ? undefined : '选择数据源并填写语句后解析'}
          onClick={run}
        >
          解析
        </Button>
      </div>
      <div className="market-script-editor">
        <Suspense fallback={<StateView kind="loading" rows={4} />}>
          <SqlEditor ref={editor} initial={text} catalogue={catalogue.data} onChange={write} onRun={run} onFormat={() => undefined} />
        </Suspense>
      </div>
      {(failure ?? problem) && (
        <p className="market-script-problem" role="alert">
          {failure?.message ?? problem}
        </p>
      )}
    </div>
  );
}
