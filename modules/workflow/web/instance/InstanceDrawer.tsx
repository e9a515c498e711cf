import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import type { ReplyOf } from '#kit/web/client.ts';
import { useReturnFocus } from '#kit/web/use-return-focus.ts';
import type { api } from '../api.ts';
import { InstanceView } from './InstanceView.tsx';

interface InstanceDrawerProps {
  id: string;
  onClose: () => void;
  foot?: (detail: ReplyOf<typeof api.instance.detail>) => ReactNode;
}

/** An approval beside a list. */
export function InstanceDrawer({ id, onClose, foot }: InstanceDrawerProps) {
  useReturnFocus();
  return (
    <Drawer open title="流程详情" size={860} onClose={onClose} styles={{ body: { padding: 0, display: 'flex' } }}>
      <InstanceView id={id} foot={foot} />
    </Drawer>
  );
}
