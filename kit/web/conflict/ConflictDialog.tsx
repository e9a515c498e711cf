import { Button, Modal } from 'antd';
import type { ReactNode } from 'react';
import { changedText, type Changed } from './conflict.ts';

interface ConflictDialogProps {
  /** 条数据, 个看板: what was saved by both, with its counter */
  what: string;
  title?: string;
  changed: Changed | null;
  /** saving is under way */
  busy: boolean;
  /** my version takes the place of the other one */
  onMine: () => void;
  /** the other version is taken over; absent where it cannot be read */
  onTheirs?: () => void;
  onBack: () => void;
  /** further ways out, before those that throw a version away */
  actions?: ReactNode;
  /** the recommended way, when it is neither of the versions alone */
  primary?: ReactNode;
  width?: number;
  /** what differs */
  children: ReactNode;
}

/** Somebody else saved meanwhile: who, when, what differs, and which version is to hold. Nothing is lost before the person has chosen. */
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
              采用对方
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
