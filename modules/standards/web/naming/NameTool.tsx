import { TranslationOutlined } from '@ant-design/icons';
import { Button, Input, Modal } from 'antd';
import { useDeferredValue, useState } from 'react';
import { Can } from '#kit/web/can.tsx';
import { api } from '../api.ts';
import { EnglishName, useNameStyle } from './EnglishName.tsx';

/** 生成英文名: a Chinese name in, the name from the roots out. */
export function NameTool() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Can call={api.naming.english}>
      <Button icon={<TranslationOutlined />} onClick={() => setOpen(true)}>
        生成英文名
      </Button>
      {isOpen && <ToolDialog onClose={() => setOpen(false)} />}
    </Can>
  );
}

function ToolDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const { style, choice } = useNameStyle();
  const name = useDeferredValue(text.trim());
  return (
    <Modal open title="生成英文名" footer={null} onCancel={onClose}>
      <div className="name-tool">
        <Input
          aria-label="中文名"
          placeholder="例如 客户联系电话"
          maxLength={100}
          value={text}
          onChange={(event) => setText(event.target.value)}
          autoFocus
        />
        {choice}
        <EnglishName name={name} style={style} />
      </div>
    </Modal>
  );
}
