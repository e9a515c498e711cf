import { Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { CallError } from '#kit/web/send.ts';
import { uiTexts } from '#kit/web/ui-texts.ts';
import { LockPassword } from '#modules/system/contract/session.ts';
import { lockPath } from '../guard/decide.ts';
import { lockScreen } from '../lock/lock.ts';

/** Asks for the lock password, then locks. */
export default function LockPrompt({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [form] = Form.useForm<{ password: string }>();
  const [isBusy, setBusy] = useState(false);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();

  const handleFinish = async ({ password }: { password: string }) => {
    setBusy(true);
    try {
      await lockScreen(password, () => void navigate(lockPath(pathname + search), { replace: true }));
      onClose();
    } catch (error) {
      form.setFields([{ name: 'password', errors: [error instanceof CallError ? error.message : uiTexts.requestError] }]);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      title="锁定屏幕"
      width={400}
      open={isOpen}
      onCancel={onClose}
      onOk={form.submit}
      okText="锁定"
      cancelText={uiTexts.cancel}
      confirmLoading={isBusy}
      destroyOnHidden
      afterClose={() => form.resetFields()}
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        onValuesChange={() => form.setFields([{ name: 'password', errors: [] }])}
        onFinish={(values) => void handleFinish(values)}
      >
        <Form.Item
          name="password"
          label="锁屏密码"
          extra="解锁时可使用锁屏密码或登录密码"
          validateTrigger={['onBlur']}
          rules={[
            {
              validator: (_, value: unknown) =>
                LockPassword.safeParse(value).success ? Promise.resolve() : Promise.reject(new Error(uiTexts.lockRule)),
            },
          ]}
        >
          <Input.Password autoComplete="off" autoFocus placeholder="至少 4 位，含数字和字母" />
        </Form.Item>
      </Form>
    </Modal>
  );
}
