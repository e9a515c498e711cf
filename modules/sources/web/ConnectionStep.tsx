import { Alert, Form, Input, InputNumber, Segmented, Select } from 'antd';
import { EMBEDDED_DATABASE, fieldsOf } from '../contract/connection.ts';
import { kindOf } from './kinds.tsx';
import { Field } from './form-parts.tsx';
import { FilesField, type KnownFile } from './FilesField.tsx';
import { UnprovenTag } from './KindPicker.tsx';
import { SSL_MODES } from './ssl-modes.ts';

interface Props {
  dbType: string;
  /** a stored source: the password may stay as it is */
  isStored: boolean;
  isEmbedded: boolean;
  onEmbedded: (next: boolean) => void;
  files: readonly KnownFile[];
}

const DM_HELP = (
  <>
    达梦的驱动不允许随产品分发，需由运维人员安装一次：在服务器的数据目录（DATA_DIR）中执行 <code>npm install --prefix drivers dmdb</code>
    ，安装后无需重启。没有安装时，连通性检测和同步会给出同样的提示。
  </>
);

/** ②连接信息: the fields of the chosen kind. */
export function ConnectionStep({ dbType, isStored, isEmbedded, onEmbedded, files }: Props) {
  const kind = kindOf(dbType);
  if (!kind) return <Alert type="info" showIcon title="请先选择数据源类型" />;
  const rules = fieldsOf(kind);
  return (
    <>
      <div className="form-section">
        {kind.label}
        {!kind.isProven && <UnprovenTag />}
      </div>
      {kind.driver === 'dm' && <Alert className="driver-help" type="info" showIcon title="需要安装驱动" description={DM_HELP} />}
      {kind.code === '5' && (
        <Form.Item label="连接到">
          <Segmented
            aria-label="连接到"
            value={isEmbedded ? 'embedded' : 'server'}
            onChange={(next) => onEmbedded(next === 'embedded')}
            options={[
              { value: 'server', label: '数据库服务器' },
              { value: 'embedded', label: '内置演示库' },
            ]}
          />
        </Form.Item>
      )}
      {rules.isFile ? (
        <Field
          name={['dbSchema', 'fileNames']}
          label={rules.mostFiles > 1 ? '数据文件' : '数据库文件'}
          required
          hint={rules.mostFiles > 1 ? '每个文件（Excel 为每个工作表）成为一张表，表名取自文件名' : undefined}
        >
          <FilesField endings={rules.endings} most={rules.mostFiles} known={files} />
        </Field>
      ) : isEmbedded ? (
        <Alert type="info" title={`使用本系统自带的演示数据仓库 ${EMBEDDED_DATABASE}，由系统提供只读账号，无需填写用户名和密码。`} />
      ) : (
        <div className="form-grid">
          <Field name={['dbSchema', 'host']} label="主机" required>
            <Input placeholder="主机名或 IP 地址" autoComplete="off" maxLength={255} />
          </Field>
          <Field name={['dbSchema', 'port']} label="端口" required>
            <InputNumber min={1} max={65535} controls={false} />
          </Field>
          {rules.sid && (
            <Field name={['dbSchema', 'sid']} label={rules.sid.label} required hint="先按服务名连接，不成功再按 SID 连接">
              <Input autoComplete="off" maxLength={128} placeholder="例如 ORCLPDB1" />
            </Field>
          )}
          {rules.database && (
            <Field name={['dbSchema', 'dbName']} label={rules.database.label} required={rules.database.isRequired}>
              <Input autoComplete="off" maxLength={128} />
            </Field>
          )}
          {rules.hasTls && (
            <Field name={['dbSchema', 'sslMode']} label="加密方式" preset>
              <Select options={[...SSL_MODES]} />
            </Field>
          )}
          <Field name={['dbSchema', 'username']} label="用户名" required={rules.needsUser} hint="建议使用只读账号">
            <Input autoComplete="off" maxLength={128} />
          </Field>
          <Field name={['dbSchema', 'password']} label="密码" hint={isStored ? '保持不变则沿用已保存的密码' : '加密保存，之后不再显示'}>
            <Input.Password autoComplete="new-password" visibilityToggle={false} />
          </Field>
        </div>
      )}
    </>
  );
}
