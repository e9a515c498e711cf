import { InboxOutlined } from '@ant-design/icons';
import { Alert, Form, Input, Modal, Select, Upload } from 'antd';
import { useState } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import { CallError } from '#kit/web/send.ts';
import { NATION, PROVINCES } from '../../core/geo/areas.ts';
import { api } from './api.ts';

interface Values {
  adcode: string;
  mapName: string;
  approvalNo: string;
  vintage?: string;
  remark?: string;
}
const AREAS = [
  { value: NATION, label: '全国（100000）' },
  ...PROVINCES.map(({ adcode, name }) => ({ value: adcode, label: `${name}（${adcode}）` })),
];
const required = (message: string) => [{ required: true, whitespace: true, message }];

/** 上传地图: an area, a GeoJSON file and its 审图号. What is wrong with the file stands in the dialog. */
export function UploadMap({ onClose }: { onClose: (isDone: boolean) => void }) {
  const [form] = Form.useForm<Values>();
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (values: Values) => {
    if (isBusy) return;
    if (!file) return setProblem('请选择 GeoJSON 文件');
    setBusy(true);
    setProblem(null);
    try {
      const body = new FormData();
      for (const [name, value] of Object.entries(values)) if (value) body.append(name, String(value));
      body.append('file', file);
      // a form of parts, which the types of the contract do not know
      await (api.mapAsset.upload as unknown as (args: { body: FormData }, options: object) => Promise<unknown>)({ body }, { quiet: true });
      toast.success('上传成功，图表将使用该地图');
      onClose(true);
    } catch (error) {
      setProblem(error instanceof CallError ? error.message : '上传失败，请重试');
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title="上传地图"
      width={560}
      okText="上传"
      cancelText="取消"
      confirmLoading={isBusy}
      onOk={() => form.submit()}
      onCancel={() => onClose(false)}
      mask={{ closable: false }}
    >
      <Form form={form} layout="vertical" onFinish={(values) => void submit(values)} initialValues={{ adcode: NATION }}>
        <Form.Item name="adcode" label="区域" rules={required('请选择区域')}>
          <Select options={AREAS} showSearch={{ optionFilterProp: 'label' }} />
        </Form.Item>
        <Form.Item label="GeoJSON 文件" required>
          <Upload.Dragger
            accept=".json,.geojson"
            maxCount={1}
            beforeUpload={(chosen) => {
              setFile(chosen);
              setProblem(null);
              return false;
            }}
            onRemove={() => setFile(null)}
          >
            <p className="ant-upload-drag-icon">
              <InboxOutlined />
            </p>
            <p className="ant-upload-text">点击或拖入文件，不超过 5MB</p>
            <p className="ant-upload-hint">每个区域需有 adcode 和 name；全国地图必须包含34个省级行政区和南海诸岛</p>
          </Upload.Dragger>
          {problem && <Alert className="map-problem" type="error" showIcon title={problem} />}
        </Form.Item>
        <Form.Item
          name="mapName"
          label="地图名称"
          rules={[...required('地图名称不能为空'), { max: 60, message: '地图名称不能超过60个字符' }]}
        >
          <Input maxLength={60} placeholder="例如 全国标准地图" />
        </Form.Item>
        <Form.Item name="approvalNo" label="审图号" rules={[...required('审图号不能为空'), { max: 60, message: '审图号不能超过60个字符' }]}>
          <Input maxLength={60} placeholder="例如 GS(2024)0650号" />
        </Form.Item>
        <Form.Item name="vintage" label="年份">
          <Input maxLength={20} placeholder="例如 2024" />
        </Form.Item>
        <Form.Item name="remark" label="备注">
          <Input.TextArea maxLength={500} rows={2} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
