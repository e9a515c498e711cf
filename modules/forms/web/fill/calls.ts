import { api } from '../api.ts';
import type { ChoiceCall, FileCalls } from './context.ts';

type Values = Record<string, unknown>;
/** What a filling asks of the server, in the name of an account or of a public link. */
export interface FillCalls {
  readonly choices: ChoiceCall;
  /** calls about the files of one filling; absent: those of the account */
  readonly filesOf?: (once: string) => FileCalls;
  /** answers the id of the record, or '' where it is told to nobody */
  create(formId: string, filling: { values: Values; roundId: string | null; once: string }): Promise<string>;
  /** answers when it was kept; null: drafts stay in this browser */
  readonly keepDraft: ((formId: string, draft: { values: Values; versionNo: number }) => Promise<string>) | null;
  dropDraft(formId: string): void;
}

const quiet = { quiet: true, overlay: false };
/** The calls of whoever is signed in. */
export const ownCalls: FillCalls = {
  choices: api.record.choices,
  create: async (id, { once, ...body }) =>
    (await api.record.create({ params: { id }, body }, { quiet: true, headers: { 'idempotency-key': once } })).id,
  keepDraft: async (id, body) => (await api.record.keepDraft({ params: { id }, body }, quiet)).updateTime,
  dropDraft: (id) => void api.record.dropDraft({ params: { id } }, quiet).catch(() => undefined),
};
