import { Modal } from 'antd';
import { PasswordForm } from './PasswordForm.tsx';

/** The password dialog: saves, closes itself after 2 s and signs the person out. */
export function PasswordDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal title="修改密码" width={440} open={isOpen} onCancel={onClose} footer={null} destroyOnHidden>
      <PasswordForm onClose={onClose} />
    </Modal>
  );
}
