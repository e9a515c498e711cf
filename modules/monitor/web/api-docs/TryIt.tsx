import { CopyOutlined, DownloadOutlined } from '@ant-design/icons';
import { Button, Input, Select } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { confirmDialog, toast } from '#kit/web/dialog.tsx';
import { BASE } from '#kit/web/send.ts';
import { Tag } from '#kit/web/Tag.tsx';
import { curlText, exampleOf, type Filled, type Operation, type Parameter } from '../../core/api-docs.ts';
import { bytesText, msText } from '../units.ts';
import { tryCall, type TriedCall } from './try-call.ts';

const empty = (operation: Operation): Filled => ({
  path: {},
  query: {},
  body: operation.body && operation.body.media !== 'multipart/form-data' ? JSON.stringify(exampleOf(operation.body.schema), null, 2) : '',
});

const problemOf = (operation: Operation, values: Filled, file: File | null): string | null => {
  const missing = operation.parameters.find(({ name, in: where, required }) => required && !values[where][name]);
  if (missing) return `请填写${missing.description ?? missing.schema.title ?? '参数'}（${missing.name}）`;
  if (operation.body?.media === 'multipart/form-data') return file ? null : '请选择文件';
  if (!operation.body) return null;
  try {
    JSON.parse(values.body);
    return null;
  } catch {
    return '请求内容不是有效的 JSON';
  }
};

function save({ blob, name }: { blob: Blob; name: string }): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success('已复制');
  } catch {
    toast.warning('浏览器不允许复制，请手动选中复制');
  }
}

function Field({ parameter, value, onChange }: { parameter: Parameter; value: string; onChange: (value: string) => void }) {
  const options = parameter.schema.enum?.map(String);
  return (
    <label className="try-field">
      <span className="mono">
        {parameter.name}
        {parameter.required && <i className="form-mark">*</i>}
      </span>
      <span className="muted cut">{parameter.description ?? parameter.schema.title}</span>
      {options ? (
        <Select
          allowClear
          placeholder="不填则不发送"
          value={value || undefined}
          onChange={(next?: string) => onChange(next ?? '')}
          options={options.map((one) => ({ value: one, label: one }))}
        />
      ) : (
        <Input
          value={value}
          onChange={(event) => onChange(event.target.value)}
          placeholder={parameter.in === 'path' ? '路径参数，必填' : '不填则不发送'}
          aria-label={parameter.description ?? parameter.schema.title ?? parameter.name}
        />
      )}
    </label>
  );
}

function Answer({ answer }: { answer: TriedCall }) {
  return (
    <div className="try-answer">
      <div className="try-facts">
        <Tag tone={answer.status < 300 ? 'ok' : answer.status < 500 ? 'warn' : 'bad'}>{answer.status}</Tag>
        <span>{msText(answer.ms)}</span>
        <span>{bytesText(answer.bytes)}</span>
        <span className="muted">{answer.media || '无内容'}</span>
        {answer.requestId && <span className="mono muted">请求编号 {answer.requestId}</span>}
        {answer.file && (
          <Button size="small" icon={<DownloadOutlined />} onClick={() => answer.file && save(answer.file)}>
            保存 {answer.file.name}
          </Button>
        )}
      </div>
      {answer.text !== null && <pre className="try-text">{answer.text}</pre>}
      {answer.isCut && <div className="muted">内容较长，只显示前 20 万字。</div>}
    </div>
  );
}

/** Makes a real call with the rights of the person who looks at the page. */
export function TryIt({ operation }: { operation: Operation }) {
  const [values, setValues] = useState(() => empty(operation));
  const [file, setFile] = useState<File | null>(null);
  const [answer, setAnswer] = useState<TriedCall | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  if (operation.reply.media === 'text/event-stream') return <div className="blank">事件流不能在此试用，请使用下方命令。</div>;

  const handleSend = async () => {
    const found = problemOf(operation, values, file);
    setProblem(found);
    if (found !== null) return;
    if (operation.method !== 'GET') {
      const content = `将以您的账号真实执行“${operation.summary}”（${operation.method} ${operation.path}），数据会立即改变。确定执行吗？`;
      if (!(await confirmDialog({ content, danger: operation.method === 'DELETE', okText: '执行' }))) return;
    }
    const controller = new AbortController();
    running.current = controller;
    setBusy(true);
    try {
      setAnswer(await tryCall(operation, values, file, controller.signal));
    } catch {
      if (!controller.signal.aborted) setProblem('没有得到响应，请检查网络后重试');
    } finally {
      setBusy(false);
    }
  };
  const put =
    ({ name, in: where }: Parameter) =>
    (value: string) =>
      setValues((before) => ({ ...before, [where]: { ...before[where], [name]: value } }));
  const curl = curlText(window.location.origin + BASE, operation, values);
  return (
    <div className="try">
      {operation.parameters.length > 0 && (
        <div className="try-fields">
          {operation.parameters.map((parameter) => (
            <Field
              key={`${parameter.in} ${parameter.name}`}
              parameter={parameter}
              value={values[parameter.in][parameter.name] ?? ''}
              onChange={put(parameter)}
            />
          ))}
        </div>
      )}
      {operation.body?.media === 'multipart/form-data' && (
        <input type="file" aria-label="文件" onChange={(event) => setFile(event.target.files?.[0] ?? null)} />
      )}
      {operation.body && operation.body.media !== 'multipart/form-data' && (
        <Input.TextArea
          className="mono"
          aria-label="请求内容"
          autoSize={{ minRows: 4, maxRows: 18 }}
          value={values.body}
          onChange={(event) => setValues((before) => ({ ...before, body: event.target.value }))}
        />
      )}
      <div className="try-facts">
        <Button type="primary" loading={isBusy} onClick={() => void handleSend()}>
          {operation.method === 'GET' ? '发送' : '执行'}
        </Button>
        {isBusy && <Button onClick={() => running.current?.abort()}>停止</Button>}
        {problem !== null && <span className="level-bad">{problem}</span>}
      </div>
      {answer && <Answer answer={answer} />}
      <div className="try-curl">
        <pre className="try-text">{curl}</pre>
        <button type="button" className="icon-button" aria-label="复制命令" title="复制命令" onClick={() => void copy(curl)}>
          <CopyOutlined />
        </button>
      </div>
    </div>
  );
}
