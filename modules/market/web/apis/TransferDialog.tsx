import { InboxOutlined } from '@ant-design/icons';
import { Alert, Modal } from 'antd';
import { useState } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import { Tag, type Tone } from '#kit/web/Tag.tsx';
import type { CallError } from '#kit/web/send.ts';
import { FilePicker } from '#kit/web/upload/FilePicker.tsx';
import { useRefresh, type CallReply } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { PlainTable } from '../PlainTable.tsx';
import { SourcePick } from '../editor/pickers.tsx';

type Checked = CallReply<typeof api.apiTransfer.check>;
type Sources = Readonly<Record<string, string>>;
const STATES: Record<Checked['rows'][number]['state'], { text: string; tone: Tone }> = {
  new: { text: '新增', tone: 'ok' },
  changed: { text: '更新草稿', tone: 'accent' },
  same: { text: '相同', tone: 'line' },
  refused: { text: '不能导入', tone: 'bad' },
};
const isTaken = ({ state }: Checked['rows'][number]): boolean => state === 'new' || state === 'changed';

/** 导入: a file of definitions is looked at first; nothing that is imported is released. */
export function TransferDialog({ onClose }: { onClose: () => void }) {
  const [content, setContent] = useState('');
  const [sources, setSources] = useState<Sources>({});
  const [checked, setChecked] = useState<Checked | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const refresh = useRefresh();
  const look = async (text: string, chosen: Sources) => {
    setBusy(true);
    setProblem(null);
    try {
      setChecked(await api.apiTransfer.check({ body: { content: text, sources: chosen } }, { quiet: true }));
      setContent(text);
      setSources(chosen);
    } catch (error) {
      setProblem((error as CallError).message);
    } finally {
      setBusy(false);
    }
  };
  const take = async () => {
    setBusy(true);
    try {
      const { rows } = await api.apiTransfer.import({ body: { content, sources } }, { quiet: true });
      toast.success(`已导入 ${rows.filter(isTaken).length} 个API，均为待发布`);
      await refresh(api.dataApi.page);
      onClose();
    } catch (error) {
      setProblem((error as CallError).message);
    } finally {
      setBusy(false);
    }
  };
  const open = ([file]: File[]) => void file?.text().then((text) => look(text, {}));
  const count = checked?.rows.filter(isTaken).length ?? 0;
  return (
    <Modal
      open
      width={820}
      title="导入数据API"
      onCancel={onClose}
      cancelText="取消"
      okText={count > 0 ? `导入 ${count} 个` : '导入'}
      okButtonProps={{ disabled: count === 0, loading: isBusy }}
      onOk={() => void take()}
    >
      <div className="market-transfer">
        <FilePicker types={['json']} disabled={isBusy} label="选择导出的文件" onFiles={open}>
          <InboxOutlined /> 选择或拖入导出的 JSON 文件
        </FilePicker>
        {problem && <Alert type="error" showIcon role="alert" title={problem} />}
        {checked && <SourceChoice checked={checked} onChoose={(name, id) => void look(content, { ...sources, [name]: id })} />}
        {checked && <CheckedRows rows={checked.rows} />}
      </div>
    </Modal>
  );
}

/** Sources that this installation does not have under the same name. */
function SourceChoice({ checked: { sources }, onChoose }: { checked: Checked; onChoose: (name: string, id: string) => void }) {
  return sources.map(({ sourceName, sourceId }) => (
    <div key={sourceName} className="market-inline market-transfer-source">
      <span>
        文件中的数据源 <b>{sourceName}</b> 对应
      </span>
      <SourcePick id={`transfer-${sourceName}`} value={sourceId} isWrong={sourceId === null} onChange={(id) => onChoose(sourceName, id)} />
    </div>
  ));
}

const CheckedRows = ({ rows }: { rows: Checked['rows'] }) => (
  // a file may hold the same path twice: rows go by their place
  <PlainTable
    label="导入检查结果"
    rows={rows}
    columns={[
      { title: 'API名称', cell: ({ apiName }) => apiName },
      { title: '路径与版本', mono: true, cell: ({ apiUrl, apiVersion }) => `${apiUrl} ${apiVersion}` },
      { title: '结果', cell: ({ state }) => <Tag tone={STATES[state].tone}>{STATES[state].text}</Tag> },
      { title: '说明', cell: saidOf },
    ]}
  />
);
/** What changes of a draft, and why something is left out. */
const saidOf = ({ reason, differences }: Checked['rows'][number]): string =>
  [differences.length > 0 && `改变：${differences.map(({ label }) => label).join('、')}`, reason].filter(Boolean).join('；');
