import { Button, Modal } from 'antd';
import { useRef, useState, type PointerEvent } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import { upload } from '#kit/web/send.ts';
import { FileThumbs } from '#kit/web/upload/FileThumbs.tsx';
import { sentAlong, type UploadApi } from '#kit/web/upload/use-uploads.ts';
import { useFileApi } from './use-file-api.ts';

interface Props {
  id?: string | undefined;
  fieldId: string;
  label: string;
  value: unknown;
  onChange: (value: unknown) => void;
  disabled?: boolean | undefined;
}
const SIZE = { width: 640, height: 240 };

/** 手写签名: drawn with a finger, a pen or a mouse, and kept as a picture. */
export function SignaturePad({ id, fieldId, label, value, onChange, disabled }: Props) {
  const api = useFileApi(fieldId);
  const [isOpen, setOpen] = useState(false);
  const name = typeof value === 'string' ? value : null;
  return (
    <div className="fill-sign">
      {name !== null && (
        <span className="fill-signed">
          <FileThumbs api={api} value={name} size={60} width={160} />
        </span>
      )}
      {!disabled && (
        <Button {...(id !== undefined && { id })} onClick={() => setOpen(true)}>
          {name === null ? '点击签名' : '重新签名'}
        </Button>
      )}
      {name !== null && !disabled && (
        <Button type="text" onClick={() => onChange(null)}>
          清除
        </Button>
      )}
      {isOpen && <Pad api={api} label={label} onClose={() => setOpen(false)} onDone={onChange} />}
    </div>
  );
}

/** Where on the picture the pen is. */
function placeOf(event: PointerEvent<HTMLCanvasElement>): [number, number] {
  const box = event.currentTarget.getBoundingClientRect();
  return [((event.clientX - box.left) / box.width) * SIZE.width, ((event.clientY - box.top) / box.height) * SIZE.height];
}
function begin(event: PointerEvent<HTMLCanvasElement>): void {
  const pen = event.currentTarget.getContext('2d');
  if (!pen) return;
  event.currentTarget.setPointerCapture(event.pointerId);
  pen.lineWidth = 4;
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  pen.strokeStyle = getComputedStyle(event.currentTarget).color;
  pen.beginPath();
  pen.moveTo(...placeOf(event));
}
/** Draws on while the pen is down; answers whether it did. */
function draw(event: PointerEvent<HTMLCanvasElement>): boolean {
  const pen = event.currentTarget.getContext('2d');
  if (!pen || !event.currentTarget.hasPointerCapture(event.pointerId)) return false;
  pen.lineTo(...placeOf(event));
  pen.stroke();
  return true;
}

function Pad({ api, label, onClose, onDone }: { api: UploadApi; label: string; onClose: () => void; onDone: (name: string) => void }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [hasInk, setInk] = useState(false);
  const [isSending, setSending] = useState(false);
  const clear = () => {
    canvas.current?.getContext('2d')?.clearRect(0, 0, SIZE.width, SIZE.height);
    setInk(false);
  };
  const keep = async () => {
    const drawing = await new Promise<Blob | null>((resolve) => canvas.current?.toBlob(resolve, 'image/png'));
    if (!drawing) return;
    setSending(true);
    try {
      const { fileName } = (await upload(api.uploadImg, new File([drawing], '签名.png', { type: 'image/png' }), {
        ...sentAlong(api),
      })) as {
        fileName: string;
      };
      onDone(fileName);
      onClose();
    } catch {
      toast.error('签名没有保存，请重试');
    } finally {
      setSending(false);
    }
  };
  return (
    <Modal
      open
      title={label}
      width={720}
      onCancel={onClose}
      okText="完成"
      okButtonProps={{ disabled: !hasInk, loading: isSending }}
      onOk={() => void keep()}
      footer={(buttons) => (
        <>
          <Button disabled={!hasInk} onClick={clear}>
            重写
          </Button>
          {buttons}
        </>
      )}
    >
      <canvas
        ref={canvas}
        {...SIZE}
        className="fill-pad"
        aria-label="在此手写签名"
        onPointerDown={begin}
        onPointerMove={(event) => draw(event) && setInk(true)}
        onPointerUp={(event) => event.currentTarget.releasePointerCapture(event.pointerId)}
      />
    </Modal>
  );
}
