import { useState } from 'react';

/** Where the opinion is written; others of the page bring it into view. */
export const OPINION_ID = 'flow-opinion';

interface Kept {
  readonly text: string | null;
  readonly files: string | null;
}
/** The opinion that a person writes, begun with what was kept; `require` runs an action only when there is one, and says so otherwise. */
export function useOpinion(kept: Kept | null) {
  const [written, setText] = useState<string | null>(null);
  const [chosen, setFiles] = useState<string | null>(null);
  const [isAsked, setAsked] = useState(false);
  const text = written ?? kept?.text ?? '';
  const files = chosen ?? kept?.files ?? '';
  const isEmpty = text.trim() === '';
  const require = (then: () => void) => {
    if (!isEmpty) return then();
    setAsked(true);
    document.getElementById(OPINION_ID)?.focus();
  };
  return { text, setText, files, setFiles, isMissing: isAsked && isEmpty, require, isBegun: written !== null || chosen !== null };
}
