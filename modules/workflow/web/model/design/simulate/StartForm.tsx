import { DeleteOutlined, PlusOutlined, WarningOutlined } from '@ant-design/icons';
import { Alert, Button, Form, Input } from 'antd';
import { useEffect, useState } from 'react';
import { AccountSelect } from '#modules/system/web/parts.ts';
import { useSession } from '#kit/web/session.ts';
import { useCall } from '#kit/web/use-call.ts';
import type { StepPeople } from '../../../../contract/simulation.ts';
import { MODES } from '../texts.ts';
import { simulationApi as api } from './api.ts';
import { valueOf, type Variables } from './play.ts';
import type { Begin } from './use-simulation.ts';

interface Row {
  readonly name: string;
  readonly value: string;
}
interface Props {
  isBusy: boolean;
  xmlNow: () => Promise<string>;
  onStart: (begin: Begin) => void;
}
type Picks = Readonly<Record<'starterPicks' | 'lastPicks', Readonly<Record<string, string[]>>>>;

const NO_PICKS: Picks = { starterPicks: {}, lastPicks: {} };

/** Who submits with which values; who would approve is shown before anything runs. */
export function StartForm({ isBusy, xmlNow, onStart }: Props) {
  const me = useSession((session) => session.user);
  const [starter, setStarter] = useState<{ id: string; name: string } | null>(me && { id: me.id, name: me.nickname });
  const [rows, setRows] = useState<readonly Row[]>([]);
  const [picks, setPicks] = useState<Picks>(NO_PICKS);
  const [xml, setXml] = useState<string | null>(null);
  useEffect(() => {
    let isHere = true;
    void xmlNow().then((text) => isHere && setXml(text));
    return () => void (isHere = false);
    // the text as it was when the form was opened
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const typed = Object.fromEntries(rows.filter(({ name }) => name.trim() !== '').map(({ name, value }) => [name.trim(), valueOf(value)]));
  const variables: Variables = { ...typed, ...Object.fromEntries(Object.entries(picks).filter(([, of]) => Object.keys(of).length > 0)) };
  const found = useCall(
    api.approvers,
    { body: { model: xml ?? '', starter: starter?.id ?? '', variables } },
    { enabled: xml !== null && starter !== null, keepPrevious: true },
  );
  const asked = found.data?.variables;
  useEffect(() => {
    if (asked)
      setRows((now) => [...now, ...asked.filter((name) => !now.some((row) => row.name === name)).map((name) => ({ name, value: '' }))]);
  }, [asked]);
  const pick = (step: StepPeople, ids: string[]) => {
    if (step.picks) setPicks({ ...picks, [step.picks]: { ...picks[step.picks], [step.node]: ids } });
  };
  return (
    <Form layout="vertical" onFinish={() => starter && onStart({ starter: starter.id, starterName: starter.name, variables })}>
      <Form.Item label="发起人" htmlFor="sim-starter">
        <AccountSelect id="sim-starter" value={starter?.id ?? null} present={starter} onPick={setStarter} />
      </Form.Item>
      <VariableRows rows={rows} onChange={setRows} />
      {found.error && <Alert type="error" showIcon title={found.error.message} />}
      {found.data && <WhoWould steps={found.data.steps} onPick={pick} />}
      <Button type="primary" htmlType="submit" loading={isBusy} disabled={starter === null}>
        开始模拟
      </Button>
    </Form>
  );
}

function VariableRows({ rows, onChange }: { rows: readonly Row[]; onChange: (rows: Row[]) => void }) {
  const change = (at: number, part: Partial<Row>) => onChange(rows.map((row, n) => (n === at ? { ...row, ...part } : row)));
  return (
    <fieldset className="sim-rows">
      <legend>变量</legend>
      {rows.map((row, n) => (
        // rows have no name of their own while they are typed
        // eslint-disable-next-line react/no-array-index-key
        <div key={n}>
          <Input
            className="mono"
            aria-label="变量名"
            placeholder="amount"
            value={row.name}
            onChange={(event) => change(n, { name: event.target.value })}
          />
          <Input
            className="mono"
            aria-label={`变量 ${row.name} 的值`}
            placeholder="5000"
            value={row.value}
            onChange={(event) => change(n, { value: event.target.value })}
          />
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={`删除变量 ${row.name}`}
            onClick={() => onChange(rows.filter((_, at) => at !== n))}
          />
        </div>
      ))}
      <Button size="small" icon={<PlusOutlined />} onClick={() => onChange([...rows, { name: '', value: '' }])}>
        添加变量
      </Button>
    </fieldset>
  );
}

/** Who would get each step; a step that finds nobody says why. */
function WhoWould({ steps, onPick }: { steps: readonly StepPeople[]; onPick: (step: StepPeople, ids: string[]) => void }) {
  return (
    <section aria-label="谁会审批" className="sim-who">
      <h3>谁会审批</h3>
      {steps.length === 0 && <p className="muted">流程里没有人工节点。</p>}
      <ul>
        {steps.map((step) => (
          <li key={step.node}>
            <b>{step.name}</b>
            {step.mode && <em>{MODES[step.mode]}</em>}
            <span>{step.people.map(({ name }) => name).join('、') || (step.mode === null ? '按节点的办理人表达式' : '没有人')}</span>
            {step.note && <span className="warn">{step.note}</span>}
            {step.reasons.map((reason) => (
              <span key={reason} className="warn">
                <WarningOutlined aria-hidden /> {reason}
              </span>
            ))}
            {step.picks && (
              <AccountSelect
                label={`为“${step.name}”选择审批人`}
                value={null}
                present={step.people[0] ?? null}
                onChange={(id) => onPick(step, typeof id === 'string' ? [id] : [])}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
