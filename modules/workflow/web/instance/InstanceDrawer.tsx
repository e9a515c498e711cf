import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import type { ReplyOf } from '#kit/web/client.ts';
import { useReturnFocus } from '#kit/web/use-return-focus.ts';
import { useObjectTitle } from '#kit/web/page/object-title.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { InstanceView } from './InstanceView.tsx';

interface InstanceDrawerProps {
  id: string;
  onClose: () => void;
  /** of a drawer that may open before the drawer or dialog below it */
  zIndex?: number;
  foot?: (detail: ReplyOf<typeof api.instance.detail>) => ReactNode;
}

/** An approval beside a list. */
export function InstanceDrawer({ id, onClose, zIndex, foot }: InstanceDrawerProps) {
  useReturnFocus();
  useObjectTitle(useCall(api.instance.detail, { params: { id } }).data?.title);
  return (
    <Drawer open title="流程详情" size={860} zIndex={zIndex} onClose={onClose} styles={{ body: { padding: 0, display: 'flex' } }}>
      <InstanceView id={id} foot={foot} />
    </Drawer>
  );
}
