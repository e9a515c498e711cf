import { isObject, type Loose } from './loose.ts';

/** Leads a document from one version of its form to the next. It gets what was stored, so it must stand whatever it is given. */
export type UpgradeStep = (before: Loose) => Loose;

/**
 * The versions that the form of a stored document has had. A document says its version in `v`; without one it is of version 0. `steps[n]`
 * leads from version n to n + 1, so the present version is the number of steps. Steps are added at the end and never changed: documents
 * of every age pass those that they have not passed yet when they are read, and are stored in today's form when they are next saved.
 */
export interface DocumentUpgrades {
  readonly steps: readonly UpgradeStep[];
}

/** The version of the form of a document; what says none, or nonsense, is older than all. */
export const documentVersion = (form: Loose): number => (Number.isSafeInteger(form.v) && (form.v as number) > 0 ? (form.v as number) : 0);

/** True of a document that a later program stored: reading it would lose what this one does not know. */
export const isNewerDocument = ({ steps }: DocumentUpgrades, stored: unknown): boolean =>
  isObject(stored) && documentVersion(stored) > steps.length;

/** The document in today's form, as far as its steps know: what is wrong with it otherwise is for its reader to mend. */
export function upgradeDocument({ steps }: DocumentUpgrades, form: Loose): Loose {
  let document = form;
  for (let version = documentVersion(form); version < steps.length; version++) document = { ...steps[version]!(document), v: version + 1 };
  return document;
}
