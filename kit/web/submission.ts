import type { FlowQuestion, Picks } from '#kit/contract/flow.ts';
import { SUBMISSION_HEADER } from '#kit/contract/submission-header.ts';
import { ASKED, CallError, cancelled, setSubmissionAsking } from './send.ts';

/** One submission from the first question to the answer of the server. */
export interface Asking {
  /** null: the person does not want to submit */
  ask(question: FlowQuestion): Promise<Picks | null>;
  /** the call has ended */
  close(): void;
}

/** The question that a refused call asks. Throws the refusal when it asks none. */
function questionOf(error: unknown): FlowQuestion {
  if (!(error instanceof CallError) || error.key !== ASKED) throw error;
  return error.detail as FlowQuestion;
}

/**
 * Registers what shows the questions; null: nobody can be asked, and no call says otherwise. A write that would submit something for
 * approval waits until the person has seen where it goes and has picked whom he has to pick, and fails with `client.cancelled` when he
 * does not want to.
 */
export function setSubmissionAsker(begin: (() => Asking) | null): void {
  setSubmissionAsking(
    begin &&
      (async ({ submission = 'ask', confirm, ...options }, run) => {
        let asking: Asking | null = null;
        let value: string = confirm ? 'confirm' : submission;
        try {
          for (;;) {
            const answer = await run({ ...options, headers: { ...options.headers, [SUBMISSION_HEADER]: value } }).then(
              (reply) => ({ reply }),
              (error: unknown) => ({ question: questionOf(error) }),
            );
            if ('reply' in answer) return answer.reply;
            if (answer.question.isDirect) {
              if (!(await confirm?.())) throw cancelled();
              value = 'ask';
              continue;
            }
            asking ??= begin();
            const picks = await asking.ask(answer.question);
            if (picks === null) throw cancelled();
            value = `picks=${encodeURIComponent(JSON.stringify(picks))}`;
          }
        } finally {
          asking?.close();
        }
      }),
  );
}
