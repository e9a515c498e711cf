import { PersonText } from '#kit/web/parts/PersonText.tsx';
import { useDict } from '#kit/web/dict/use-dict.ts';
import { day } from '#kit/web/format.ts';
import { isLastStage, STAGE_WON } from '../../core/quality-project.ts';

/** Steps before the result, which is one of two. */
const STEPS = ['1', '2', '3', '4'];
const BARS = 5;

const endOf = (stage: string): string => (isLastStage(stage) ? (stage === STAGE_WON ? ' won' : ' lost') : '');

/** How far a project is: five bars and the name of its stage. */
export function StageCell({ stage }: { stage: string }) {
  const dict = useDict('prj_award_stage');
  const reached = isLastStage(stage) ? BARS : Number(stage);
  return (
    <span className="stage-cell">
      <span className={`stage-bars${endOf(stage)}`} aria-hidden="true">
        {Array.from({ length: BARS }, (_, at) => (
          <i key={at} className={at < reached ? 'on' : undefined} />
        ))}
      </span>
      {dict.label(stage)}
    </span>
  );
}

interface Step {
  fromStage: string | null;
  stage: string;
  reason: string | null;
  createName: string | null;
  createTime: string;
}

/** The way of a project to its award: when each stage was reached, by whom, and why it went back. */
export function StageTrack({ stage, track }: { stage: string; track: readonly Step[] }) {
  const dict = useDict('prj_award_stage');
  const last = isLastStage(stage) ? stage : STAGE_WON;
  return (
    <ol className="stage-track">
      {[...STEPS, last].map((step) => {
        const steps = track.filter((one) => one.stage === step);
        const reached = steps.at(-1);
        const isNow = step === stage;
        const isDone = isLastStage(stage) ? true : Number(step) < Number(stage);
        const mark = isNow && isLastStage(stage) ? `done${endOf(stage)}` : isNow ? 'now' : isDone ? 'done' : '';
        return (
          <li key={step} className={mark} aria-current={isNow ? 'step' : undefined}>
            {isLastStage(step) && !isLastStage(stage) ? '评选结果' : dict.label(step)}
            {reached && (isNow || isDone) && (
              <small>
                {day(reached.createTime)} <PersonText bare name={reached.createName ?? '系统'} />
              </small>
            )}
            {steps
              .filter((one) => one.reason !== null)
              .map((one) => (
                <small key={one.createTime}>
                  由{dict.label(one.fromStage)}退回：{one.reason}
                </small>
              ))}
          </li>
        );
      })}
    </ol>
  );
}
