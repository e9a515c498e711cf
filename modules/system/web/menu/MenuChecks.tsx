import { SafetyOutlined } from '@ant-design/icons';
import { Badge, Button, Drawer } from 'antd';
import { useState } from 'react';
import { measures } from '#kit/web/theme.ts';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { findings } from './findings.ts';

type Row = CallReply<typeof api.menu.tree>[number];

/** 检查: a button that counts the findings and a list of them. */
export function MenuChecks({ rows, onOpen }: { rows: readonly Row[]; onOpen: (id: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  const catalogue = useCall(api.menu.permissions);
  const found = findings(rows, catalogue.data ?? []);
  return (
    <>
      <Badge count={found.length} size="small">
        <Button icon={<SafetyOutlined />} onClick={() => setOpen(true)}>
          检查
        </Button>
      </Badge>
      <Drawer open={isOpen} size={measures.drawer} title="菜单检查" onClose={() => setOpen(false)}>
        {found.length === 0 && <div className="blank">没有发现问题</div>}
        <ul className="check-list">
          {found.map((finding) => (
            <li key={`${finding.id}${finding.text}`}>
              <b>{finding.name}</b>
              <span>{finding.text}</span>
              <Button
                type="link"
                size="small"
                onClick={() => {
                  setOpen(false);
                  onOpen(finding.id);
                }}
              >
                修改
              </Button>
            </li>
          ))}
        </ul>
      </Drawer>
    </>
  );
}
