import { ApiOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import type * as z from 'zod';
import { Can } from '#kit/web/can.tsx';
import { useWrite } from '#kit/web/use-call.ts';
import type { SourceInput } from '../contract/source.ts';
import { api } from './api.ts';
import { CapabilityFacts, type CapabilityView } from './Capability.tsx';

interface Props {
  /** the stored source, whose password is used when the field was left alone */
  id: string | undefined;
  isFile: boolean;
  body: () => z.input<typeof SourceInput>;
  validate: () => boolean;
  onFound: (found: CapabilityView) => void;
}

/** 连通性检测: connects once with what is in the form and says what is there, or why not. */
export function ConnectionCheck({ id, isFile, body, validate, onFound }: Props) {
  const check = useWrite(api.source.checkConnection, { overlay: false, quiet: true });
  const run = () => {
    if (!validate()) return;
    const { dbType, dbSchema } = body();
    check.mutate({ body: { ...(id && { id }), dbType, dbSchema } }, { onSuccess: onFound });
  };
  const found = check.data;
  return (
    <Can call={api.source.checkConnection}>
      <div className="connection-check" aria-live="polite">
        <Button icon={<ApiOutlined />} loading={check.isPending} onClick={run}>
          连通性检测
        </Button>
        {check.error && !check.isPending && <Alert type="error" showIcon title={check.error.message} />}
        {found && !check.isPending && !check.error && (
          <div className="check-result">
            <Alert type="success" showIcon title={`连接成功，用时 ${found.ms} 毫秒`} />
            <CapabilityFacts found={found} isFile={isFile} />
          </div>
        )}
      </div>
    </Can>
  );
}
