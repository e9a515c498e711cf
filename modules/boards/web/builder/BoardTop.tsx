import { CloudUploadOutlined, EyeOutlined, HistoryOutlined, RedoOutlined, SaveOutlined, UndoOutlined } from '@ant-design/icons';
import { Button, Tag, Tooltip } from 'antd';
import { useNavigate } from 'react-router';
import { Can } from '#kit/web/can.tsx';
import { closeWindow } from '#kit/web/designer/close-window.ts';
import { DesignName } from '#kit/web/designer/DesignName.tsx';
import { boardApi } from './api.ts';
import { useBoardDesign } from './store.ts';

interface Props {
  isDirty: boolean;
  isSaving: boolean;
  isPublishing: boolean;
  publishedNo: number | null;
  onSave: () => void;
  onPublish: () => void;
  onVersions: () => void;
}

/** What is done with the whole board. */
export function BoardTop({ isDirty, isSaving, isPublishing, publishedNo, onSave, onPublish, onVersions }: Props) {
  const id = useBoardDesign((state) => state.id);
  const name = useBoardDesign((state) => state.name);
  const rename = useBoardDesign((state) => state.rename);
  const past = useBoardDesign((state) => state.past.at(-1)?.label);
  const future = useBoardDesign((state) => state.future.at(-1)?.label);
  const undo = useBoardDesign((state) => state.undo);
  const redo = useBoardDesign((state) => state.redo);
  const navigate = useNavigate();
  return (
    <header className="designer-bar">
      <DesignName name={name} label="看板名称" onRename={rename} />
      {publishedNo === null ? <Tag>未发布</Tag> : <Tag color="blue">已发布</Tag>}
      <span className={isDirty ? 'designer-state is-dirty' : 'designer-state'}>{isDirty ? '有未保存的修改' : '已保存'}</span>
      <span className="designer-gap" />
      <Tooltip title={past ? `撤销：${past}` : '撤销'}>
        <Button type="text" icon={<UndoOutlined />} aria-label="撤销" disabled={!past} onClick={undo} />
      </Tooltip>
      <Tooltip title={future ? `重做：${future}` : '重做'}>
        <Button type="text" icon={<RedoOutlined />} aria-label="重做" disabled={!future} onClick={redo} />
      </Tooltip>
      <Button type="text" icon={<HistoryOutlined />} onClick={onVersions}>
        版本
      </Button>
      {publishedNo !== null && (
        <Button type="text" icon={<EyeOutlined />} href={`/visual/board/view/${id}`} target="_blank">
          查看已发布
        </Button>
      )}
      <Button onClick={() => closeWindow('/visual/databoard', (path) => void navigate(path))}>关闭</Button>
      <Button icon={<SaveOutlined />} loading={isSaving} disabled={!isDirty} onClick={onSave}>
        保存
      </Button>
      <Can call={boardApi.board.publish}>
        <Button type="primary" icon={<CloudUploadOutlined />} loading={isPublishing} disabled={isSaving} onClick={onPublish}>
          发布
        </Button>
      </Can>
    </header>
  );
}
