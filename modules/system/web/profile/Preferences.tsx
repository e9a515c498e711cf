import { Form, Segmented } from 'antd';
import { colorMode, useColorMode } from '#kit/web/color-mode.ts';

/** Appearance settings of this browser. */
export function Preferences() {
  const mode = useColorMode();
  return (
    <Form className="profile-form" layout="vertical">
      <Form.Item label="界面主题" extra="保存在本浏览器。列表的列、密度和视图在各列表页设置，随账号保存。">
        <Segmented
          aria-label="外观"
          value={mode}
          options={[
            { value: 'light', label: '浅色' },
            { value: 'dark', label: '深色' },
          ]}
          onChange={(next) => colorMode.set(next as 'light' | 'dark')}
        />
      </Form.Item>
    </Form>
  );
}
