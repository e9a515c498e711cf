import { KeyOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { CopyButton } from '../CopyButton.tsx';

/** A key that was just made: it is shown here and never again. */
export const NewKey = ({ apiKey, appName, onClose }: { apiKey: string; appName: string; onClose: () => void }) => (
  <div className="market-new-key" role="alert">
    <p>
      <KeyOutlined aria-hidden />
      <b>新密钥只显示这一次</b>
      <span>关闭后无法再查看，请先存入密钥库</span>
      <span className="grow" />
      <Button size="small" onClick={onClose}>
        已保存，关闭
      </Button>
    </p>
    <div className="market-inline">
      <Input className="mono" readOnly aria-label={`${appName} 的新密钥`} value={apiKey} onFocus={(event) => event.target.select()} />
      <CopyButton text={apiKey} what="密钥" />
    </div>
  </div>
);
