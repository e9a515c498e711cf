import { Button, Checkbox, Input, Segmented, Tooltip } from 'antd';
import { InfoCircleOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { TimeInput } from '#kit/web/form/dates.tsx';
import { count, day } from '#kit/web/format.ts';
import { LayerTag } from '#kit/web/parts/marks.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Tag } from '#kit/web/Tag.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { ACTION_LABELS, FILTER_VARIABLES, GRANT_ACTIONS, OBJECT_LABELS } from '../../contract/authorize.ts';
import { api } from '../api.ts';
import { ColumnRights } from './ColumnRights.tsx';
import { USUAL, type Held, type Place, type Rights } from './drafts.ts';

interface RightsPanelProps {
  place: Place;
  held: Held;
  /** as they will be saved */
  rights: Rights | null;
  /** the place above whose grant reaches here */
  inherited: string | null;
  mayEdit: boolean;
  /** with the name that people know the object by */
  onChange: (rights: Rights | null, name: string) => void;
}

/** `dwd` of `…:12.dwd` */
const schemaOf = ({ type, id, above }: Place): string | null => {
  const schema = type === 'schema' ? id : above.find((key) => key.startsWith('schema:'));
  return schema ? schema.slice(schema.indexOf('.') + 1) : null;
};
const layerOf = (schema: string | null): string | null =>
  schema === null ? null : (/(?:^|_)(ods|dwd|dim|dws|ads)$/u.exec(schema.toLowerCase())?.[1] ?? null);

/** One grant: what may be done, with which rows, until when, and which columns it shows how. */
export function RightsPanel({ place, held, rights, inherited, mayEdit, onChange: save }: RightsPanelProps) {
  const schema = schemaOf(place);
  const siblings = useCall(
    api.authorize.objects,
    { query: { parentType: 'schema', parentId: place.above.at(-1)?.slice('schema:'.length) ?? '' } },
    { enabled: place.type === 'table', staleTime: 30_000 },
  );
  const known = place.type === 'table' ? siblings.data?.find((object) => object.id === place.id) : undefined;
  const name = known?.comment ?? place.name;
  const onChange = (next: Rights | null) => save(next, name);
  return (
    <section className="rights-panel" aria-label={`${name}的授权`}>
      <header>
        <h3>{name}</h3>
        {place.type === 'table' ? (
          layerOf(schema) && <LayerTag layer={layerOf(schema)} />
        ) : (
          <Tag tone="line">{OBJECT_LABELS[place.type]}</Tag>
        )}
        {known && <span className="mono cut muted">{`${schema}.${known.name}`}</span>}
        <span className="grow" />
        {rights !== null && mayEdit && (
          <button type="button" className="text-button bad" onClick={() => onChange(null)}>
            移除授权
          </button>
        )}
      </header>
      {held.isMixed && <p className="rights-note">各字段的动作、行范围或期限不同，这里显示第一项；修改后统一。</p>}
      {held.others.length > 0 && <p className="rights-note">另有 {held.others.length} 项授权（申请或不同期限），见授权清单。</p>}
      {rights === null ? (
        <StateView
          kind="empty"
          what={inherited ? `没有单独授权，随“${inherited}”` : `没有授权“${name}”`}
          why={inherited ? '上级的授权对这里同样有效。' : '勾选后可以查看结构、预览和查询。'}
          action={
            mayEdit && (
              <Button type={inherited ? 'default' : 'primary'} onClick={() => onChange(USUAL)}>
                {inherited ? '单独授权' : '授权'}
              </Button>
            )
          }
        />
      ) : (
        <>
          <Terms place={place} rights={rights} mayEdit={mayEdit} onChange={onChange} />
          {place.type === 'table' && (
            <ColumnRights key={place.id} tableId={place.id} rights={rights} mayEdit={mayEdit} onChange={onChange} />
          )}
        </>
      )}
    </section>
  );
}

interface TermsProps {
  place: Place;
  rights: Rights;
  mayEdit: boolean;
  onChange: (rights: Rights) => void;
}

function Terms({ place, rights, mayEdit, onChange }: TermsProps) {
  const can = useCan();
  const mayUnmask = can.perm('metadata:dataauthorize:unmask');
  return (
    <div className="rights-terms">
      <div>
        <span id="rights-actions">操作</span>
        <div role="group" aria-labelledby="rights-actions">
          {GRANT_ACTIONS.map((action) => (
            <Checkbox
              key={action}
              checked={action === 'meta' || rights.actions.includes(action)}
              disabled={!mayEdit || action === 'meta' || (action === 'unmask' && !mayUnmask && !rights.actions.includes('unmask'))}
              onChange={(event) =>
                onChange({
                  ...rights,
                  actions: GRANT_ACTIONS.filter((one) => (one === action ? event.target.checked : rights.actions.includes(one))),
                })
              }
            >
              {ACTION_LABELS[action]}
            </Checkbox>
          ))}
          {!mayUnmask && (
            <Tooltip title="授予明文需要“授予明文”权限，请联系管理员">
              <InfoCircleOutlined className="muted" aria-label="授予明文需要“授予明文”权限" tabIndex={0} />
            </Tooltip>
          )}
        </div>
      </div>
      {place.type === 'table' && <RowRange key={place.id} place={place} rights={rights} mayEdit={mayEdit} onChange={onChange} />}
      <div>
        <span id="rights-term">期限</span>
        <TermInput value={rights.endTime} disabled={!mayEdit} onChange={(endTime) => onChange({ ...rights, endTime })} />
      </div>
    </div>
  );
}

type Tried = { text: string; isProblem: boolean };

/** The condition on rows, and how many of them it leaves. */
function RowRange({ place, rights, mayEdit, onChange }: TermsProps) {
  const can = useCan();
  const [tried, setTried] = useState<Tried | null>(null);
  const [isBusy, setBusy] = useState(false);
  const text = rights.rowFilter?.trim() ?? '';
  const attempt = async () => {
    setBusy(true);
    try {
      const reply = await api.authorize.tryFilter({ body: { tableId: place.id, rowFilter: text } }, { quiet: true, overlay: false });
      setTried({ text: `匹配 ${count(Number(reply.after))} / ${count(Number(reply.before))} 行`, isProblem: false });
    } catch (error) {
      setTried({ text: error instanceof Error ? error.message : '试算失败，请稍后重试', isProblem: true });
    } finally {
      setBusy(false);
    }
  };
  return (
    <div>
      <label htmlFor="rights-rows">行范围</label>
      <div className="rights-rows">
        <Input
          id="rights-rows"
          className="mono"
          disabled={!mayEdit}
          maxLength={2000}
          placeholder={`全部行；例如 org_id in (${FILTER_VARIABLES[3]})`}
          title={text}
          value={rights.rowFilter ?? ''}
          onChange={(event) => {
            setTried(null);
            onChange({ ...rights, rowFilter: event.target.value.trim() === '' ? null : event.target.value });
          }}
        />
        {can(api.authorize.tryFilter) && text !== '' && (
          <Button loading={isBusy} onClick={() => void attempt()}>
            试算
          </Button>
        )}
        {tried && (
          <span role="status" className={tried.isProblem ? 'problem' : 'good'}>
            {tried.text}
          </span>
        )}
      </div>
    </div>
  );
}

const DAY_MS = 86_400_000;
const TERMS = [30, 90] as const;
/** The end of the day so many days from now. */
const inDays = (days: number): string => {
  const end = new Date(Date.now() + days * DAY_MS);
  end.setHours(23, 59, 59, 0);
  return end.toISOString();
};

function TermInput({ value, disabled, onChange }: { value: string | null; disabled: boolean; onChange: (value: string | null) => void }) {
  const [isOwn, setOwn] = useState(false);
  const known = TERMS.find((days) => value !== null && day(inDays(days)) === day(value));
  const chosen = isOwn ? 'own' : value === null ? 'ever' : String(known ?? 'own');
  return (
    <div className="rights-term" role="group" aria-labelledby="rights-term">
      <Segmented
        aria-label="期限"
        disabled={disabled}
        value={chosen}
        options={[
          { value: 'ever', label: '长期' },
          ...TERMS.map((days) => ({ value: String(days), label: `${days} 天` })),
          { value: 'own', label: '自定义' },
        ]}
        onChange={(next) => {
          setOwn(next === 'own');
          if (next === 'ever') onChange(null);
          else if (next !== 'own') onChange(inDays(Number(next)));
        }}
      />
      {chosen === 'own' ? (
        <TimeInput
          aria-label="有效期至"
          disabled={disabled}
          placeholder="选择到期时间"
          value={value}
          onChange={(next: string | null) => onChange(next || null)}
        />
      ) : (
        value !== null && <span className="muted">至 {day(value)}</span>
      )}
    </div>
  );
}
