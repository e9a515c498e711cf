import { DownloadOutlined, InboxOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Form, Input, Modal, Tabs, Upload } from 'antd';
import { useState } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import { count } from '#kit/web/format.ts';
import { CallError, download, upload } from '#kit/web/send.ts';
import { useRefresh, type CallReply } from '#kit/web/use-call.ts';
import { api } from '../api.ts';

type Preview = CallReply<typeof api.area.preview>;
const TYPES = ['.xlsx', '.csv', '.json'];
/** So many disabled areas at once are worth a second look. */
const MANY_REMOVED = 50;
const SHOWN = 500;

const send = async (
  call: typeof api.area.preview | typeof api.area.refresh,
  file: File,
  fields: Record<string, string>,
): Promise<unknown> => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append('file', file);
  return (call as (args: { body: FormData }, options: object) => Promise<unknown>)({ body }, { overlay: false, quiet: true });
};

/** 更新区划: a file, what it would change, and only then the change. */
export default function RefreshDialog({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [vintage, setVintage] = useState('');
  const [source, setSource] = useState('');
  const refresh = useRefresh();
  const looking = useMutation({
    mutationFn: async (chosen: File) => (await upload(api.area.preview, chosen, { quiet: true })) as Preview,
  });
  const committing = useMutation({
    mutationFn: async ({ chosen, basis }: { chosen: File; basis: string }) => send(api.area.refresh, chosen, { vintage, source, basis }),
    onSuccess: async () => {
      toast.success('行政区划已更新');
      await refresh(api.area.rows);
      onClose();
    },
  });
  const preview = looking.data;
  const isGood = preview !== undefined && preview.errorCount === 0;
  const changes = isGood ? preview.added.length + preview.changed.length + preview.removed.length : 0;
  const failure = committing.error ?? looking.error;
  const isReady = isGood && changes > 0 && vintage.trim() !== '' && source.trim() !== '';
  const choose = (chosen: File) => {
    if (!TYPES.some((type) => chosen.name.toLowerCase().endsWith(type))) return toast.error('请选择 xlsx、csv 或 json 文件');
    setFile(chosen);
    committing.reset();
    looking.mutate(chosen);
  };
  const busy = looking.isPending || committing.isPending;
  return (
    <Modal
      open
      width={720}
      title="更新行政区划"
      okText={changes > 0 ? `确认更新 ${count(changes)} 项` : '确认更新'}
      cancelText="取消"
      okButtonProps={{ disabled: !isReady || busy }}
      confirmLoading={committing.isPending}
      mask={{ closable: false }}
      onOk={() => file && isGood && committing.mutate({ chosen: file, basis: preview.basis })}
      onCancel={onClose}
    >
      <div className="import-step">
        <span>1. 文件应包含完整的区划清单（代码、名称，可选上级代码与坐标）；清单中没有的区划将被禁用。</span>
        <Button
          type="link"
          icon={<DownloadOutlined />}
          onClick={() => void download(api.area.importTemplate, {}, '行政区划更新模板.xlsx').catch(() => undefined)}
        >
          下载模板
        </Button>
      </div>
      <Upload.Dragger
        accept={TYPES.join(',')}
        multiple={false}
        showUploadList={false}
        disabled={busy}
        beforeUpload={(chosen) => {
          choose(chosen);
          return false;
        }}
      >
        <InboxOutlined className="import-icon" />
        <p>{file ? file.name : '2. 点击或拖入 xlsx、csv、json 文件，先预览差异'}</p>
      </Upload.Dragger>
      <div className="import-result" role="status">
        {looking.isPending && '正在比较……'}
        {failure && <span className="problem">{failure instanceof CallError ? failure.message : '更新失败，请检查文件后重试'}</span>}
        {preview && preview.errorCount > 0 && (
          <span className="problem">文件有 {count(preview.errorCount)} 处错误，修改后重新选择文件。</span>
        )}
        {isGood && changes === 0 && '与现有区划完全一致，没有需要更新的内容。'}
      </div>
      {preview && preview.errorCount > 0 && (
        <ul className="area-changes">
          {preview.errors.map((error) => (
            <li key={`${error.row} ${error.column} ${error.message}`}>
              <span>第 {error.row} 行</span>
              <span>{error.column}</span>
              <span>{error.message}</span>
            </li>
          ))}
        </ul>
      )}
      {isGood && changes > 0 && (
        <>
          {preview.removed.length > MANY_REMOVED && (
            <Alert type="warning" showIcon title={`将禁用 ${count(preview.removed.length)} 个区划，请确认文件是完整清单。`} />
          )}
          <Differences preview={preview} />
          <VintageFields vintage={vintage} onVintage={setVintage} source={source} onSource={setSource} />
        </>
      )}
    </Modal>
  );
}

/** Of which year and from whom the new list is. */
function VintageFields({
  vintage,
  onVintage,
  source,
  onSource,
}: {
  vintage: string;
  onVintage: (text: string) => void;
  source: string;
  onSource: (text: string) => void;
}) {
  return (
    <Form layout="vertical">
      <div className="form-grid">
        <Form.Item
          htmlFor="area-vintage"
          label={
            <>
              数据版本<span className="form-mark">*</span>
            </>
          }
        >
          <Input
            id="area-vintage"
            value={vintage}
            maxLength={50}
            placeholder="例如 2026"
            onChange={(event) => onVintage(event.target.value)}
          />
        </Form.Item>
        <Form.Item
          htmlFor="area-source"
          label={
            <>
              数据来源<span className="form-mark">*</span>
            </>
          }
        >
          <Input
            id="area-source"
            value={source}
            maxLength={200}
            placeholder="例如 民政部 2026 年县以上行政区划代码"
            onChange={(event) => onSource(event.target.value)}
          />
        </Form.Item>
      </div>
    </Form>
  );
}

function Differences({ preview }: { preview: Preview }) {
  const parts = [
    { key: 'added', label: '新增', list: preview.added },
    { key: 'changed', label: '变更', list: preview.changed },
    { key: 'removed', label: '禁用', list: preview.removed },
  ];
  const first = parts.find((part) => part.list.length > 0)?.key;
  return (
    <Tabs
      size="small"
      defaultActiveKey={first}
      tabBarExtraContent={<span className="muted">不变 {count(preview.unchanged)}</span>}
      items={parts.map(({ key, label, list }) => ({
        key,
        label: `${label} ${count(list.length)}`,
        disabled: list.length === 0,
        children: (
          <ul className="area-changes">
            {list.slice(0, SHOWN).map((one) => (
              <li key={one.code}>
                <span className="mono">{one.code}</span>
                <span>{one.name}</span>
                <span className="muted">{one.detail}</span>
              </li>
            ))}
            {list.length > SHOWN && <li className="muted">另有 {count(list.length - SHOWN)} 项</li>}
          </ul>
        ),
      }))}
    />
  );
}
