import { CopyOutlined } from '@ant-design/icons';
import { Button, type ButtonProps } from 'antd';
import { toast } from '#kit/web/dialog.tsx';

interface Props extends Pick<ButtonProps, 'size' | 'type'> {
  text: string;
  /** what is copied: 密钥 */
  what: string;
}

/** 复制: the clipboard is refused without https, which is told. */
export function CopyButton({ text, what, ...props }: Props) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(`${what}已复制`);
    } catch {
      toast.warning('浏览器不允许复制，请手动选中复制');
    }
  };
  return (
    <Button {...props} icon={<CopyOutlined />} aria-label={`复制${what}`} onClick={() => void copy()}>
      复制
    </Button>
  );
}
