import { useState } from 'react';
import { useObjectTitle } from '#kit/web/page/object-title.tsx';
import { ObjectFailed } from '#kit/web/parts/ObjectFailed.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { ModelDesigner } from './ModelDesigner.tsx';
import '../masterdata.css';
import './model.css';

const BACK = { to: '/masterdata/datamodel', text: '返回数据模型' };

/** One model in its designer. */
export function ModelView({ id, tab }: { id: string; tab: string }) {
  const answer = useCall(api.model.get, { params: { id } }, { staleTime: 0 });
  // raised when the server has changed the model: what is edited begins anew
  const [epoch, setEpoch] = useState(0);
  const model = answer.data;
  useObjectTitle(model?.modelName);
  if (!model)
    return (
      <div className="panel element-page">
        {answer.error ? (
          <ObjectFailed error={answer.error} noun="数据模型" back={BACK} onRetry={() => void answer.refetch()} />
        ) : (
          <StateView kind="loading" rows={10} />
        )}
      </div>
    );
  const reload = async () => {
    await answer.refetch();
    setEpoch((now) => now + 1);
  };
  return <ModelDesigner key={epoch} model={model} tab={tab} back={BACK} reload={reload} />;
}
