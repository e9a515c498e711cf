import { Drawer } from 'antd';
import { useReturnFocus } from '#kit/web/use-return-focus.ts';
import { DebugPanel, type DebuggedApi } from './DebugPanel.tsx';

const WIDTH = 760;

/** 调试 beside the list. */
export function DebugDrawer({ api, onClose }: { api: DebuggedApi; onClose: () => void }) {
  useReturnFocus();
  return (
    <Drawer open size={WIDTH} title={`调试 ${api.apiName} ${api.apiVersion}`} onClose={onClose} className="market-drawer">
      <DebugPanel api={api} barred={null} isInDrawer />
    </Drawer>
  );
}
