import { Button, Modal } from 'antd';
import type { ReactNode } from 'react';
import { changedText, otherSide, type Changed } from './conflict.ts';

interface ConflictDialogProps {
  /** 条数据, 个看板: what was saved by both, with its counter */
  what: string;
  title?: string;
  changed: Changed | null;
  /** saving is under way */
  busy: boolean;
  /** overwrite with my version */
  onMine: () => void;
  /** accept the other version; absent when it cannot be read */
  onTheirs?: () => void;
  onBack: () => void;
  /** further actions, before those that discard a version */
  actions?: ReactNode;
  /** the recommended action, when it is neither version alone */
  primary?: ReactNode;
  width?: number;
  /** what differs */
  children: ReactNode;
}

/**
 * Dialog for an optimistic-lock conflict: who saved, when, the differences, and which version wins. Nothing is discarded before the user
 * chooses.
 */
export function ConflictDialog(props: ConflictDialogProps) {
  const { what, title = '数据已被他人修改', changed, busy, onMine, onTheirs, onBack, actions, primary, width = 640, children } = props;
  return (
    <Modal
      open
      width={width}
      title={changed?.isOwn ? title.replace('被他人', '在别处') : title}
      onCancel={onBack}
      footer={
        <div className="form-foot">
          <div className="actions">
            <Button autoFocus onClick={onBack}>
              返回修改
            </Button>
            {actions}
            <Button disabled={!onTheirs} onClick={onTheirs}>
              {`采用${otherSide(changed)}`}
            </Button>
            <Button type={primary ? 'default' : 'primary'} danger loading={busy} onClick={onMine}>
              覆盖
            </Button>
            {primary}
          </div>
        </div>
      }
    >
      <p className="conflict-who">{changedText(changed ?? { by: null, isOwn: false, time: null }, what)}，请选择保留哪一个版本。</p>
      {children}
    </Modal>
  );
}
