import { Form } from 'antd';
import { SetPicker } from '#modules/datasets/web/parts.ts';

/** A new chart starts with a data set. */
export function ChartFields() {
  return (
    <Form.Item name="dataSetId" label="数据集" rules={[{ required: true, message: '请选择数据集' }]}>
      <SetPicker value={null} onChange={() => undefined} />
    </Form.Item>
  );
}
