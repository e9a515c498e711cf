import { ApiOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import type * as z from 'zod';
import { Can } from '#kit/web/can.tsx';
import { count } from '#kit/web/format.ts';
import { useWrite } from '#kit/web/use-call.ts';
import type { SourceInput } from '../../contract/source.ts';
import { api } from '../api.ts';

interface Props {
  /** the stored source, whose password is used when the field was left alone */
  id: string | undefined;
  body: () => z.input<typeof SourceInput>;
  validate: () => boolean;
}

/** 连通性检测: connects once with what is in the form and says what is there, or why not. */
export function ConnectionCheck({ id, body, validate }: Props) {
  const check = useWrite(api.source.checkConnection, { overlay: false, quiet: true });
  const run = () => {
    if (!validate()) return;
    const { dbType, dbSchema } = body();
    check.mutate({ body: { ...(id && { id }), dbType, dbSchema } });
  };
  const found = check.data;
  return (
    <Can call={api.source.checkConnection}>
      <div className="connection-check">
        <Button icon={<ApiOutlined />} loading={check.isPending} onClick={run}>
          连通性检测
        </Button>
        {check.error && !check.isPending && <Alert type="error" showIcon title={check.error.message} />}
        {found && !check.isPending && !check.error && (
          <>
            <Alert
              type="success"
              showIcon
              title={`连接成功（${found.ms} 毫秒）：${found.version}，${found.tls ? '已加密' : '未加密'}，${count(found.tables)} 张表，模式 ${found.schemas.join('、') || '无'}`}
            />
            {found.warnings.map((warning) => (
              <Alert key={warning} type="warning" showIcon title={warning} />
            ))}
          </>
        )}
      </div>
    </Can>
  );
}
