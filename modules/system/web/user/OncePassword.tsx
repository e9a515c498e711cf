import { Alert, Modal, Typography } from 'antd';
import { uiTexts } from '#kit/web/ui-texts.ts';

/** A password that the server tells once: after closing nobody can see it again. */
export function OncePassword({ username, password, onClose }: { username: string; password: string; onClose: () => void }) {
  return (
    <Modal open title="一次性密码" footer={null} mask={{ closable: false }} keyboard={false} onCancel={onClose} cancelText={uiTexts.cancel}>
      <Alert type="warning" showIcon title="该密码只显示这一次，请立即转交本人。首次登录时必须修改。" />
      <dl className="facts grid once-password">
        <div>
          <dt>用户名</dt>
          <dd>{username}</dd>
        </div>
        <div>
          <dt>密码</dt>
          <dd>
            <Typography.Text code copyable>
              {password}
            </Typography.Text>
          </dd>
        </div>
      </dl>
    </Modal>
  );
}
