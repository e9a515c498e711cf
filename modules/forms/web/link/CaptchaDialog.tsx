import { Input, Modal } from 'antd';
import { useCallback, useEffect, useState } from 'react';
import { CallError } from '#kit/web/send.ts';
import { picture, type Answer } from './transport.ts';

interface Props {
  /** sends with an answer; it is asked again when the answer was wrong */
  send: (answer: Answer) => Promise<void>;
  onDone: () => void;
  onFailed: (error: unknown) => void;
  onCancel: () => void;
}
/** Asks for what a picture says before something is submitted. */
export function CaptchaDialog({ send, onDone, onFailed, onCancel }: Props) {
  const [image, setImage] = useState<{ uuid: string; img: string } | null>(null);
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const load = useCallback(
    () => picture().then(setImage, (error: unknown) => setFault(error instanceof CallError ? error.message : '验证码没有取到，请重试')),
    [],
  );
  useEffect(() => void load(), [load]);
  const refresh = async () => {
    setImage(null);
    setCode('');
    await load();
  };
  const submit = async () => {
    if (isBusy || !image) return;
    if (code.trim() === '') return setFault('请输入验证码');
    setBusy(true);
    try {
      await send({ uuid: image.uuid, code: code.trim() });
      onDone();
    } catch (error) {
      if (!(error instanceof CallError) || error.key !== 'auth.captchaRequired') return onFailed(error);
      setFault(error.message);
      await refresh();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal open title="提交前请输入验证码" width={400} okText="提交" confirmLoading={isBusy} onOk={() => void submit()} onCancel={onCancel}>
      <div className="link-captcha">
        <Input
          autoFocus
          size="large"
          aria-label="验证码"
          placeholder="图中的字符或算式结果"
          maxLength={20}
          autoComplete="off"
          value={code}
          status={fault ? 'error' : ''}
          onChange={(event) => {
            setCode(event.target.value);
            setFault(null);
          }}
          onPressEnter={() => void submit()}
        />
        <button type="button" aria-label="看不清，换一张验证码" title="看不清，换一张" onClick={() => void refresh()}>
          {image && <img src={image.img} alt="验证码图片" />}
        </button>
      </div>
      {fault && <p role="alert">{fault}</p>}
    </Modal>
  );
}
