import { Form, InputNumber, Select } from 'antd';

const SIZES = [
  [1920, 1080, '标准屏 1920 × 1080'],
  [3840, 2160, '4K 屏 3840 × 2160'],
  [2560, 1080, '带鱼屏 2560 × 1080'],
  [1366, 768, '笔记本 1366 × 768'],
  [1080, 1920, '竖屏 1080 × 1920'],
] as const;
const OWN = 'own';
const FIRST = '1920x1080';

/** What is asked for a new screen besides its name. */
export interface ScreenValues {
  size?: string;
  width?: number;
  height?: number;
}
/** Pixels of the canvas that was chosen. */
export function sizeOf({ size = FIRST, width, height }: ScreenValues): { width?: number; height?: number } {
  if (size === OWN) return { width, height };
  const [w, h] = size.split('x').map(Number);
  return { width: w, height: h };
}

/** The size of the canvas. */
export function ScreenFields() {
  const form = Form.useFormInstance<ScreenValues>();
  const size = Form.useWatch('size', form) ?? FIRST;
  return (
    <>
      <Form.Item name="size" label="画布大小" initialValue={FIRST}>
        <Select options={[...SIZES.map(([w, h, text]) => ({ value: `${w}x${h}`, label: text })), { value: OWN, label: '自定义' }]} />
      </Form.Item>
      {size === OWN && (
        <div style={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 16 }}>
          <Form.Item name="width" label="宽" rules={[{ required: true, message: '请输入宽度' }]}>
            <InputNumber min={320} max={15_360} precision={0} suffix="px" style={{ width: '100%' }} />
          </Form.Item>
          <Form.Item name="height" label="高" rules={[{ required: true, message: '请输入高度' }]}>
            <InputNumber min={240} max={8640} precision={0} suffix="px" style={{ width: '100%' }} />
          </Form.Item>
        </div>
      )}
    </>
  );
}
