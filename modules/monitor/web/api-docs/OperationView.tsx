import { Tabs } from 'antd';
import { useMemo } from 'react';
import { Tag } from '#kit/web/Tag.tsx';
import { accessWords, exampleOf, schemaRows, type Operation, type Schema } from '../../core/api-docs.ts';
import { TryIt } from './TryIt.tsx';

interface Line {
  key: string;
  name: string;
  depth: number;
  type: string;
  required: boolean;
  note: string;
}

function Lines({ lines, empty }: { lines: readonly Line[]; empty: string }) {
  if (lines.length === 0) return <div className="blank">{empty}</div>;
  return (
    <table className="schema">
      <thead>
        <tr>
          <th>字段</th>
          <th>类型</th>
          <th>必填</th>
          <th>说明</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.key}>
            <td className="mono" style={{ paddingLeft: 12 + line.depth * 18 }}>
              {line.name}
            </td>
            <td>{line.type}</td>
            <td>{line.required ? '是' : <span className="muted">否</span>}</td>
            <td>{line.note || <span className="none">—</span>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const Example = ({ schema }: { schema: Schema }) => (
  <details className="schema-example">
    <summary>示例</summary>
    <pre className="try-text">{JSON.stringify(exampleOf(schema), null, 2)}</pre>
  </details>
);

const WHERE = { path: '路径', query: '查询' } as const;

/** One call: who may make it, what it takes and answers, and a place to try it. */
export function OperationView({ operation }: { operation: Operation }) {
  const { parameters, body, reply } = operation;
  const tables = useMemo(
    () => ({
      parameters: parameters.map((parameter) => {
        const [row] = schemaRows({ type: 'object', properties: { [parameter.name]: parameter.schema } });
        const note = [parameter.description, row?.note, `${WHERE[parameter.in]}参数`].filter(Boolean).join('；');
        return {
          key: `${parameter.in} ${parameter.name}`,
          name: parameter.name,
          depth: 0,
          type: row?.type ?? '文本',
          required: parameter.required,
          note,
        };
      }),
      body: body ? schemaRows(body.schema) : [],
      reply: reply.schema ? schemaRows(reply.schema) : [],
    }),
    [parameters, body, reply],
  );
  return (
    <article className="operation">
      <header>
        <h2>{operation.summary}</h2>
        <div className="operation-path">
          <b className={`method method-${operation.method.toLowerCase()}`}>{operation.method}</b>
          <span className="mono">/sjzt-datax{operation.path}</span>
        </div>
        <div className="operation-tags">
          <Tag tone={operation.access === 'open' ? 'warn' : 'line'}>{accessWords(operation.access)}</Tag>
          {operation.audit && <Tag tone="line">记录操作日志：{operation.audit}</Tag>}
          {operation.isAlias && <Tag tone="line">兼容路径</Tag>}
          <span className="mono muted">{operation.id}</span>
        </div>
      </header>
      <Tabs
        items={[
          {
            key: 'request',
            label: '请求',
            children: (
              <>
                {parameters.length > 0 && <Lines lines={tables.parameters} empty="" />}
                {body && (
                  <>
                    <h3>
                      请求内容 <span className="mono muted">{body.media}</span>
                    </h3>
                    <Lines lines={tables.body} empty={body.media === 'multipart/form-data' ? '一个文件，字段名 file。' : '任意内容。'} />
                    {tables.body.length > 0 && <Example schema={body.schema} />}
                  </>
                )}
                {parameters.length === 0 && !body && <div className="blank">没有参数。</div>}
              </>
            ),
          },
          {
            key: 'reply',
            label: '返回',
            children: (
              <>
                <h3>
                  成功 200 <span className="mono muted">{reply.media}</span>
                </h3>
                <Lines
                  lines={tables.reply}
                  empty={reply.media === 'text/event-stream' ? '事件流。' : reply.schema ? '没有固定的字段。' : '文件内容。'}
                />
                {reply.schema && <Example schema={reply.schema} />}
                <p className="muted">失败时返回对应的 HTTP 状态码，内容为 success、code、msg、error、requestId、data、timestamp。</p>
              </>
            ),
          },
          { key: 'try', label: '试用', children: <TryIt operation={operation} /> },
        ]}
      />
    </article>
  );
}
