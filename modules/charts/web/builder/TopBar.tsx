import { CodeOutlined, HistoryOutlined, RedoOutlined, SaveOutlined, TableOutlined, UndoOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { DesignName } from '#kit/web/designer/DesignName.tsx';
import { useBuild } from './store.ts';

interface Props {
  isDirty: boolean;
  canEdit: boolean;
  isSaving: boolean;
  isReady: boolean;
  onSave: () => void;
  onData: () => void;
  onSql: () => void;
  onVersions: () => void;
  onClose: () => void;
}

/** What is done with the whole chart. */
export function TopBar({ isDirty, canEdit, isSaving, isReady, onSave, onData, onSql, onVersions, onClose }: Props) {
  const name = useBuild((state) => state.name);
  const rename = useBuild((state) => state.rename);
  const past = useBuild((state) => state.past.at(-1)?.label);
  const future = useBuild((state) => state.future.at(-1)?.label);
  const undo = useBuild((state) => state.undo);
  const redo = useBuild((state) => state.redo);
  return (
    <header className="designer-bar">
      <DesignName name={name} label="图表名称" onRename={rename} />
      {canEdit ? (
        <span className={isDirty ? 'designer-state is-dirty' : 'designer-state'}>{isDirty ? '有未保存的修改' : '已保存'}</span>
      ) : (
        <span className="designer-state">只能查看，修改不会保存</span>
      )}
      <span className="designer-gap" />
      <Tooltip title={past ? `撤销：${past}` : '撤销'}>
        <Button type="text" icon={<UndoOutlined />} aria-label="撤销" disabled={!past} onClick={undo} />
      </Tooltip>
      <Tooltip title={future ? `重做：${future}` : '重做'}>
        <Button type="text" icon={<RedoOutlined />} aria-label="重做" disabled={!future} onClick={redo} />
      </Tooltip>
      <span className="designer-rule" />
      <Button type="text" icon={<TableOutlined />} disabled={!isReady} onClick={onData}>
        数据
      </Button>
      <Button type="text" icon={<CodeOutlined />} disabled={!isReady} onClick={onSql}>
        SQL
      </Button>
      <Button type="text" icon={<HistoryOutlined />} onClick={onVersions}>
        版本
      </Button>
      <span className="designer-rule" />
      <Button onClick={onClose}>关闭</Button>
      <Button type="primary" icon={<SaveOutlined />} loading={isSaving} disabled={!isDirty || !canEdit} onClick={onSave}>
        保存
      </Button>
    </header>
  );
}
