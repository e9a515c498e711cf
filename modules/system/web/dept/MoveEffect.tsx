import { Alert } from 'antd';
import type { CallReply } from '#kit/web/use-call.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import type { api } from '../api.ts';
import type { useMovePreview } from './use-move-preview.ts';

/** What a move would change: places, who moves along, whose data range changes. */
export function MoveEffect({ preview }: { preview: ReturnType<typeof useMovePreview> }) {
  if (preview.error) return <Alert type="error" title={preview.error.message} />;
  if (preview.isLoading) return <StateView kind="loading" rows={4} />;
  return preview.data ? <Effect {...preview.data} /> : null;
}

function Effect({ problem, fromPath, toPath, deptCount, userCount, gaining, losing }: CallReply<typeof api.dept.movePreview>) {
  if (problem) return <Alert type="warning" title={problem} />;
  return (
    <dl className="facts grid">
      <div className="wide">
        <dt>原位置</dt>
        <dd>{fromPath.join(' / ')}</dd>
      </div>
      <div className="wide">
        <dt>新位置</dt>
        <dd>{toPath.join(' / ')}</dd>
      </div>
      <div className="wide">
        <dt>一同移动</dt>
        <dd>
          {deptCount} 个部门、{userCount} 名用户
        </dd>
      </div>
      <div className="wide">
        <dt>数据范围变化</dt>
        <dd>
          {gaining + losing === 0 ? '没有用户的数据范围因此变化' : `${gaining} 名用户将能看到这些部门的数据，${losing} 名用户将不再能看到`}
        </dd>
      </div>
    </dl>
  );
}
