import { Button } from 'antd';
import { session } from '#kit/web/session.ts';
import { PasswordForm } from '#modules/system/web/index.ts';
import { Mark } from '../pages/Mark.tsx';

/** First sign-in, a reset or an expired password: nothing else works before it is changed. */
export default function ForcedPasswordPage() {
  return (
    <div className="lock-page">
      <div className="lock-box wide">
        <Mark size={32} />
        <h1>请先修改密码</h1>
        <p>首次登录、密码被重置或已过期时，需要设置新密码后才能继续使用。保存后请用新密码重新登录。</p>
        <PasswordForm />
        <Button type="link" className="lock-out" onClick={() => void session.signOut()}>
          退出登录
        </Button>
      </div>
    </div>
  );
}
