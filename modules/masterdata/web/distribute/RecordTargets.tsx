import { useCan } from '#kit/web/can.tsx';
import { Panel, PanelRow } from '#kit/web/parts/Panel.tsx';
import { Tag, type Tone } from '#kit/web/Tag.tsx';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import './distribute.css';

type Place = CallReply<typeof api.target.ofRecord>[number];

function standing({ state, sentVersion, recordVersion, message }: Place): readonly [text: string, tone: Tone] {
  if (state === 'stopped') return ['已停止', 'bad'];
  if (message !== null) return ['被拒绝', 'bad'];
  if (sentVersion === null) return ['没有', 'idle'];
  return sentVersion === recordVersion ? [`版本 ${sentVersion}`, 'calm'] : [`版本 ${sentVersion}，落后`, 'warn'];
}

/** 分发 beside a record: which version of it each target has. */
export function RecordTargets({ modelId, id }: { modelId: string; id: string }) {
  const can = useCan();
  const { data } = useCall(api.target.ofRecord, { params: { modelId, id } });
  if (!data || data.length === 0) return null;
  return (
    <Panel title="分发" {...(can(api.target.page) && { link: { text: '全部', to: '/masterdata/target' } })}>
      {data.map((place) => {
        const [text, tone] = standing(place);
        return (
          <PanelRow key={place.targetId}>
            <span className="cut grow" title={place.message ?? place.targetName}>
              {place.targetName}
            </span>
            <Tag tone={tone}>{text}</Tag>
          </PanelRow>
        );
      })}
    </Panel>
  );
}
