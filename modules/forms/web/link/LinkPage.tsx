import { CheckCircleFilled, LockOutlined, StopOutlined } from '@ant-design/icons';
import { Button, Form, Input } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { DictSource } from '#kit/web/dict/use-dict.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { AreaSource } from '#modules/projects/web/index.ts';
import { CallError, cancelled } from '#kit/web/send.ts';
import type { Filling } from '../../contract/record.ts';
import type { LinkFilling } from '../../contract/link.ts';
import { FillForm } from '../fill/FillForm.tsx';
import { CaptchaDialog } from './CaptchaDialog.tsx';
import { areasOf, dictsOf, linkCalls, openLink, type Answer } from './transport.ts';
import './link.css';

type State =
  | { at: 'opening' }
  | { at: 'password'; wrong: string | null }
  | { at: 'closed'; text: string; canRetry: boolean }
  | { at: 'open'; filling: LinkFilling };

/** The face for what went wrong; a `password` that somebody has just given can be given again. */
function stateOf(error: unknown, password: string | null): State {
  const known = error instanceof CallError ? error : null;
  if (known?.key === 'share.password')
    return { at: 'password', wrong: (known.detail as { reason?: string } | null)?.reason === 'wrong' ? known.message : null };
  if (known?.key === 'share.closed') return { at: 'closed', text: known.message, canRetry: false };
  if (known?.key === 'input.invalid') return { at: 'closed', text: '填报链接不正确，请核对地址', canRetry: false };
  const text = known?.message ?? '页面没有打开，请重试';
  return password !== null ? { at: 'password', wrong: text } : { at: 'closed', text, canRetry: true };
}

/** The public page of a filling link. */
export function LinkPage({ token }: { token: string }) {
  const [state, setState] = useState<State>({ at: 'opening' });
  const open = async (password: string | null) => {
    try {
      const filling = await openLink(token, password);
      document.title = filling.formName;
      setState({ at: 'open', filling });
    } catch (error) {
      setState(stateOf(error, password));
    }
  };
  const hasBegun = useRef(false);
  useEffect(() => {
    // strict mode runs effects twice
    if (hasBegun.current) return;
    hasBegun.current = true;
    document.title = '填报';
    void open(null);
  });
  if (state.at === 'open') return <LinkFill filling={state.filling} />;
  return (
    <main className="link-middle">
      {state.at === 'opening' && <StateView kind="loading" shape="block" rows={3} />}
      {state.at === 'password' && <PasswordForm wrong={state.wrong} submit={open} />}
      {state.at === 'closed' && (
        <div className="link-card" role="alert">
          <StopOutlined className="link-mark" />
          <h1>无法填报</h1>
          <p>{state.text}</p>
          {state.canRetry && (
            <Button type="primary" onClick={() => void open(null)}>
              重试
            </Button>
          )}
        </div>
      )}
    </main>
  );
}

function PasswordForm({ wrong, submit }: { wrong: string | null; submit: (password: string) => Promise<void> }) {
  const [isBusy, setBusy] = useState(false);
  return (
    <Form
      className="link-card"
      layout="vertical"
      onFinish={({ password }: { password: string }) => {
        if (isBusy) return;
        setBusy(true);
        void submit(password).finally(() => setBusy(false));
      }}
    >
      <LockOutlined className="link-mark" />
      <h1>请输入访问密码</h1>
      <p>密码请向发布表单的人索取</p>
      <Form.Item
        name="password"
        label="访问密码"
        rules={[{ required: true, message: '请输入访问密码' }]}
        validateStatus={wrong ? 'error' : undefined}
        help={wrong ?? undefined}
      >
        <Input.Password size="large" autoFocus maxLength={64} autoComplete="off" />
      </Form.Item>
      <Button type="primary" size="large" htmlType="submit" block loading={isBusy}>
        开始填报
      </Button>
    </Form>
  );
}

interface Asked {
  readonly send: (answer: Answer) => Promise<void>;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

function LinkFill({ filling }: { filling: LinkFilling }) {
  const [round, setRound] = useState(1);
  const [isDone, setDone] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const calls = useMemo(
    () => linkCalls(filling, (send) => new Promise<void>((done, failed) => setAsked({ send, done, failed }))),
    [filling],
  );
  const dicts = useMemo(() => dictsOf(filling), [filling]);
  const areas = useMemo(() => areasOf(filling), [filling]);
  const given = useMemo<Filling>(() => ({ ...filling, formId: filling.linkId, userId: '', deptId: null }), [filling]);
  const end = (what: () => void) => {
    setAsked(null);
    what();
  };
  if (isDone)
    return (
      <main className="link-middle">
        <div className="link-card" role="status">
          <CheckCircleFilled className="link-mark good" />
          <h1>{filling.schema.settings.approval ? '已提交，等待审批' : '提交成功'}</h1>
          <p>{filling.schema.settings.doneText ?? '您填写的内容已收到，可以关闭页面。'}</p>
          <Button
            onClick={() => {
              setRound(round + 1);
              setDone(false);
            }}
          >
            再填一份
          </Button>
        </div>
      </main>
    );
  return (
    <DictSource value={dicts}>
      <AreaSource value={areas}>
        <main className="link-page">
          <h1>{filling.formName}</h1>
          <FillForm key={round} filling={given} record={null} stored={null} calls={calls} onDone={() => setDone(true)} />
        </main>
      </AreaSource>
      {asked && (
        <CaptchaDialog
          send={asked.send}
          onDone={() => end(asked.done)}
          onFailed={(error) => end(() => asked.failed(error))}
          onCancel={() => end(() => asked.failed(cancelled()))}
        />
      )}
    </DictSource>
  );
}
