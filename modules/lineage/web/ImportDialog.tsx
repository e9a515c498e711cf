import { InboxOutlined } from '@ant-design/icons';
import { Alert, Button, Form, Input, Modal, Segmented } from 'antd';
import { useState } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import { FilePicker } from '#kit/web/upload/FilePicker.tsx';
import { useRefresh, type CallReply } from '#kit/web/use-call.ts';
import { MAX_IMPORT_MB } from '../contract/lineage.ts';
import { api } from './api.ts';
import { SourceSelect } from './SourceSelect.tsx';

type Counts = CallReply<typeof api.lineage.importText>;
const MB = 1_048_576;

/** Takes the lineage of SQL from files or pasted text. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [mode, setMode] = useState<'file' | 'text'>('file');
  const [sourceId, setSource] = useState<string | null>(null);
  const [schemaName, setSchema] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [name, setName] = useState('');
  const [sql, setSql] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState<Counts | null>(null);
  const refresh = useRefresh();
  const run = async () => {
    if (!sourceId) return setProblem('请选择数据源');
    if (mode === 'file' && !file) return setProblem('请选择要导入的文件');
    if (mode === 'text' && (sql.trim() === '' || name.trim() === '')) return setProblem('请填写名称和 SQL');
    setBusy(true);
    setProblem(null);
    try {
      const counts =
        mode === 'text'
          ? await api.lineage.importText({ body: { sourceId, schemaName: schemaName || null, name, sql } }, { quiet: true })
          : await send(file!, sourceId, schemaName);
      setDone(counts);
      await refresh(api.lineage.units, api.lineage.unresolved, api.lineage.table, api.lineage.find);
      if (counts.failed === 0) toast.success('导入完成');
    } catch (error) {
      setProblem(error instanceof Error ? error.message : '导入失败，请重试');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      width={640}
      title="导入 SQL"
      okText={done ? '完成' : '导入'}
      cancelText="取消"
      confirmLoading={busy}
      cancelButtonProps={{ style: done ? { display: 'none' } : undefined }}
      onOk={() => (done ? onClose() : void run())}
      onCancel={onClose}
    >
      {done ? (
        <Alert
          type={done.failed > 0 ? 'warning' : 'success'}
          title={`解析了 ${done.units} 段 SQL，得到 ${done.edges} 条关系`}
          description={
            [
              done.unresolved > 0 && `${done.unresolved} 处需要人工确认，见“待处理”`,
              done.failed > 0 && `${done.failed} 段未能解析，见“解析记录”`,
            ]
              .filter(Boolean)
              .join('；') || undefined
          }
        />
      ) : (
        <Form layout="vertical" className="lin-form">
          {problem && <Alert type="error" title={problem} />}
          <Form.Item label="数据源" required extra="SQL 中的表名按这个数据源的目录匹配">
            <SourceSelect value={sourceId} onChange={setSource} />
          </Form.Item>
          <Form.Item label="默认模式" extra="SQL 中没有写模式的表属于它，不填则用数据源的默认模式">
            <Input value={schemaName} maxLength={63} onChange={(event) => setSchema(event.target.value)} style={{ width: 240 }} />
          </Form.Item>
          <Form.Item>
            <Segmented<'file' | 'text'>
              aria-label="导入方式"
              value={mode}
              onChange={setMode}
              options={[
                { value: 'file', label: '上传文件' },
                { value: 'text', label: '粘贴文本' },
              ]}
            />
          </Form.Item>
          {mode === 'file' ? (
            <FilePicker
              types={['sql', 'txt', 'zip']}
              label="选择 SQL 文件"
              className="lin-file"
              disabled={busy}
              onFiles={([first]) => {
                if (!first) return;
                if (first.size > MAX_IMPORT_MB * MB) setProblem(`文件不能超过 ${MAX_IMPORT_MB}MB`);
                else {
                  setProblem(null);
                  setFile(first);
                }
              }}
            >
              <InboxOutlined />
              <b>{file ? file.name : '点击或拖入文件'}</b>
              <span className="muted">{`.sql、.txt 或 .zip，不超过 ${MAX_IMPORT_MB}MB；同名文件再次导入会替换原有关系`}</span>
            </FilePicker>
          ) : (
            <>
              <Form.Item label="名称" required>
                <Input value={name} maxLength={200} placeholder="如：每日汇总" onChange={(event) => setName(event.target.value)} />
              </Form.Item>
              <Form.Item label="SQL" required>
                <Input.TextArea
                  className="mono"
                  rows={10}
                  value={sql}
                  placeholder="insert into … select …"
                  onChange={(event) => setSql(event.target.value)}
                />
              </Form.Item>
            </>
          )}
          {busy && <Button type="text" loading disabled>{`正在解析`}</Button>}
        </Form>
      )}
    </Modal>
  );
}

async function send(file: File, sourceId: string, schemaName: string): Promise<Counts> {
  const body = new FormData();
  body.append('sourceId', sourceId);
  if (schemaName) body.append('schemaName', schemaName);
  body.append('file', file, file.name);
  return (await (api.lineage.importSql as unknown as (args: { body: FormData }, options: { quiet: boolean }) => Promise<Counts>)(
    { body },
    { quiet: true },
  )) satisfies Counts;
}
