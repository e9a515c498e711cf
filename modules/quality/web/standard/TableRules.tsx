import { ThunderboltOutlined } from '@ant-design/icons';
import { Button, Drawer } from 'antd';
import { useState } from 'react';
import { useReturnFocus } from '#kit/web/use-return-focus.ts';
import { StandardRules } from './StandardRules.tsx';

/** 由标准生成规则 above the standards of a table. */
export default function TableRules({ tableId }: { tableId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" icon={<ThunderboltOutlined />} onClick={() => setOpen(true)}>
        由标准生成规则
      </Button>
      {isOpen && <RulesDrawer tableId={tableId} onClose={() => setOpen(false)} />}
    </>
  );
}

function RulesDrawer({ tableId, onClose }: { tableId: string; onClose: () => void }) {
  useReturnFocus();
  return (
    <Drawer open title="由标准生成规则" size={820} onClose={onClose}>
      <StandardRules of={{ tableId }} />
    </Drawer>
  );
}
