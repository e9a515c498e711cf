import { Input } from 'antd';
import { DictSelect } from '#kit/web/dict/DictSelect.tsx';
import { Field, OnOff } from './form-parts.tsx';
import { KindPicker } from './KindPicker.tsx';
import { AccountSelect } from '#modules/system/web/parts.ts';

interface Props {
  isHidden: boolean;
  owner: { readonly id: string; readonly name: string } | null;
}

/** ①基本信息: kind, name, who answers for it, where it belongs. */
export const BasicStep = ({ isHidden, owner }: Props) => (
  <div hidden={isHidden}>
    <Field name="dbType" label="类型" required>
      <KindPicker />
    </Field>
    <div className="form-grid">
      <Field name="sourceName" label="名称" required>
        <Input placeholder="例如 经营数据仓库" maxLength={50} />
      </Field>
      <Field name="env" label="环境" preset>
        <DictSelect code="metadata_env" allowClear={false} />
      </Field>
      <Field name="ownerId" label="负责人" hint="负责确认变更，也会收到同步失败的提醒">
        <AccountSelect present={owner} />
      </Field>
      <Field name="isShared" label="全公司可用" preset hint="开启后，有查询权限的账号都可使用，不受数据范围限制">
        <OnOff words={['是', '否']} />
      </Field>
      <Field name="status" label="状态" preset>
        <OnOff words={['启用', '禁用']} />
      </Field>
      <Field name="remark" label="备注" wide>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={200} placeholder="用途、更新频率等" />
      </Field>
    </div>
  </div>
);
