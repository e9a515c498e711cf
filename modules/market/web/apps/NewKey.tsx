import { KeyOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { CopyButton } from '../CopyButton.tsx';

export interface MadeKey {
  readonly apiKey: string;
  /** of keys that sign */
  readonly secret: string | null;
}

/** A key that was just made: it is shown here and never again. */
export const NewKey = ({ made, appName, onClose }: { made: MadeKey; appName: string; onClose: () => void }) => (
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
    <Shown label={`${appName} 的新密钥`} text={made.apiKey} what={made.secret === null ? '密钥' : '密钥编号'} />
    {made.secret !== null && <Shown label={`${appName} 的签名密钥`} text={made.secret} what="签名密钥" />}
  </div>
);

const Shown = ({ label, text, what }: { label: string; text: string; what: string }) => (
  <div className="market-inline">
    <Input className="mono" readOnly addonBefore={what} aria-label={label} value={text} onFocus={(event) => event.target.select()} />
    <CopyButton text={text} what={what} />
  </div>
);
