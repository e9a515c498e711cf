import { Button } from 'antd';
import { useEffect, useRef, type ReactNode } from 'react';
import type { CallError } from '#kit/web/send.ts';
import { AboutStep } from './AboutStep.tsx';
import { type Change, type Draft, type Problems, type Step, stepOf, STEPS } from './draft.ts';
import { ExecuteStep } from './ExecuteStep.tsx';
import { AddParam, ParamStep } from './ParamStep.tsx';
import { Section } from './parts.tsx';
import { ReturnStep } from './ReturnStep.tsx';
import { summaries } from './summaries.ts';

const TITLES: Record<Step, string> = { about: '属性', execute: '执行', reqParams: '参数', resParams: '返回' };

interface Props {
  draft: Draft;
  /** what is shown as wrong */
  problems: Problems;
  /** what the form itself finds wrong, shown or not yet */
  own: Problems;
  open: readonly Step[];
  setOpen: (open: readonly Step[]) => void;
  /** changes when the first thing that is wrong shall come into sight */
  look: number;
  change: Change;
  refusal: CallError | null;
}

/** The four steps, each folded or open. */
export function Steps({ draft, problems, own, open, setOpen, look, change, refusal }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (look > 0) frame.current?.querySelector('[role=alert]')?.scrollIntoView({ block: 'center' });
  }, [look]);
  const isBad = (step: Step, among: Problems) => [...among.keys()].some((path) => stepOf(path) === step);
  const stateOf = (step: Step) => {
    if (isBad(step, problems) || (step === 'execute' && refusal?.key === 'gate.refused')) return 'bad';
    return isBad(step, own) || (step === 'resParams' && draft.resParams.length === 0) ? 'open' : 'done';
  };
  const toggle = (step: Step) => setOpen(open.includes(step) ? open.filter((one) => one !== step) : [...open, step]);
  const part = { draft, problems, change };
  const bodies: Record<Step, ReactNode> = {
    about: <AboutStep {...part} />,
    execute: <ExecuteStep {...part} refusal={refusal?.key === 'gate.refused' ? refusal : null} />,
    reqParams: <ParamStep {...part} />,
    resParams: <ReturnStep {...part} />,
  };
  return (
    <div className="market-steps" ref={frame}>
      {STEPS.map((step, i) => {
        const next = STEPS[i + 1];
        return (
          <Section
            key={step}
            number={i + 1}
            title={TITLES[step]}
            summary={summaries[step](draft)}
            state={stateOf(step)}
            isOpen={open.includes(step)}
            onToggle={() => toggle(step)}
            extra={step === 'reqParams' && draft.executeConfig.configType !== '2' ? <AddParam draft={draft} change={change} /> : undefined}
          >
            {bodies[step]}
            {next && !open.includes(next) && (
              <div className="market-next">
                <Button onClick={() => setOpen([...open, next])}>下一步：{TITLES[next]}</Button>
              </div>
            )}
          </Section>
        );
      })}
    </div>
  );
}
