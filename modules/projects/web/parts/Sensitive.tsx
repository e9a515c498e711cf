import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { Missing } from '#kit/web/Tag.tsx';

interface SensitiveProps {
  /** the whole value, or what the server has masked because this account may not see it */
  value: string | null;
  /** how the whole value is shown until somebody asks for it */
  mask: (value: string) => string;
}

/** An identity or phone number: masked until one looks, and for good for those who may not. */
export function Sensitive({ value, mask }: SensitiveProps) {
  const [isShown, setShown] = useState(false);
  if (!value) return <Missing />;
  if (value.includes('*'))
    return (
      <>
        <span className="mono">{value}</span>
        <EyeInvisibleOutlined className="sensitive-eye" title="没有查看完整号码的权限" />
      </>
    );
  return (
    <>
      <span className="mono">{isShown ? value : mask(value)}</span>
      <button type="button" className="icon-button small" aria-label={isShown ? '隐藏' : '显示完整号码'} onClick={() => setShown(!isShown)}>
        {isShown ? <EyeInvisibleOutlined /> : <EyeOutlined />}
      </button>
    </>
  );
}
