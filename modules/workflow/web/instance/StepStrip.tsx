import { wordOf, type Step } from './steps.ts';

/** The steps of an approval in a line: what was done, what is done now, who is expected. */
export function StepStrip({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="flow-strip" tabIndex={0} aria-label="流程进展">
      {steps.map((step) => (
        <li key={step.id} className={`flow-step ${step.isOverdue ? 'late' : step.state}`}>
          <b>{step.name}</b>
          <span>
            {wordOf(step)}
            {step.people.length > 0 && ` · ${step.people.join('、')}`}
          </span>
        </li>
      ))}
    </ol>
  );
}
