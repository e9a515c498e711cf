import { PlayCircleOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Suspense, useEffect, type RefObject } from 'react';
import { lazyPart } from '#kit/web/lazy-part.ts';
import type { CallError } from '#kit/web/send.ts';
import { type SqlEditorHandle } from '#kit/web/sql/SqlEditor.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import type { Catalogue } from './SourcePanel.tsx';

const SqlEditor = lazyPart(async () => ({ default: (await import('#kit/web/sql/SqlEditor.tsx')).SqlEditor }));

interface Props {
  text: string;
  catalogue: Catalogue | undefined;
  problem: CallError | null;
  isReading: boolean;
  editor: RefObject<SqlEditorHandle | null>;
  onChange: (sql: string) => void;
  onRead: () => void;
}

/** The text of an SQL data set: completion from the catalogue, ⌘⏎ reads its fields, an error is shown where it is. */
export function SqlPane({ text, catalogue, problem, isReading, editor, onChange, onRead }: Props) {
  useEffect(() => {
    const place = (problem?.detail as { position?: { offset: number } | null } | null)?.position;
    editor.current?.mark(place?.offset ?? null);
  }, [problem, editor]);
  return (
    <div className="sql-pane">
      <div className="sql-pane-bar">
        <span className="muted">只能包含一条查询语句，用 :名称 书写参数</span>
        <span className="grow" />
        {problem && (
          <span className="sql-problem cut" role="alert" title={problem.message}>
            {problem.message}
          </span>
        )}
        <Button size="small" icon={<PlayCircleOutlined />} loading={isReading} disabled={text.trim() === ''} onClick={onRead}>
          解析字段
        </Button>
      </div>
      <div className="sql-pane-editor">
        <Suspense fallback={<StateView kind="loading" rows={4} />}>
          <SqlEditor ref={editor} initial={text} catalogue={catalogue} onChange={onChange} onRun={onRead} onFormat={() => undefined} />
        </Suspense>
      </div>
    </div>
  );
}
