import { CloseCircleFilled, EyeInvisibleOutlined, EyeOutlined, LoadingOutlined } from '@ant-design/icons';
import { useState, type ComponentProps, type ReactNode } from 'react';

// The controls of the sign-in page look like those of every other page (antd's in our theme), without the library that draws them.

interface TextBoxProps extends ComponentProps<'input'> {
  icon: ReactNode;
  /** right of the text */
  after?: ReactNode;
}
/** A line of text in a box. */
export const TextBox = ({ icon, after, ...input }: TextBoxProps) => (
  <span className="text-box" data-wrong={input['aria-invalid'] ? '' : undefined}>
    <span className="text-box-icon">{icon}</span>
    <input type="text" {...input} />
    {after}
  </span>
);

/** A secret, which can be looked at. */
export function SecretBox(props: TextBoxProps) {
  const [isShown, setShown] = useState(false);
  return (
    <TextBox
      {...props}
      type={isShown ? 'text' : 'password'}
      after={
        <button
          type="button"
          className="text-box-eye"
          tabIndex={-1}
          aria-label={isShown ? '隐藏输入的内容' : '显示输入的内容'}
          onMouseDown={(event) => event.preventDefault()} // the text keeps the focus
          onClick={() => setShown(!isShown)}
        >
          {isShown ? <EyeOutlined /> : <EyeInvisibleOutlined />}
        </button>
      }
    />
  );
}

/** A box to tick, with its words. */
export const Tick = ({ children, ...input }: ComponentProps<'input'>) => (
  <label className="tick">
    <input type="checkbox" {...input} />
    <span>{children}</span>
  </label>
);

interface PushProps extends ComponentProps<'button'> {
  isPrimary?: boolean;
  isBusy?: boolean;
}
/** A button as high as the boxes. */
export const Push = ({ isPrimary, isBusy, className, children, ...button }: PushProps) => (
  <button
    type="button"
    {...button}
    className={['push', isPrimary && 'push-primary', className].filter(Boolean).join(' ')}
    aria-busy={isBusy || undefined}
    disabled={button.disabled || isBusy}
  >
    {isBusy && <LoadingOutlined aria-hidden />}
    {children}
  </button>
);

/** What went wrong. */
export const ErrorLine = ({ children }: { children: ReactNode }) => (
  <div className="login-problem" role="alert">
    <CloseCircleFilled />
    <span>{children}</span>
  </div>
);
