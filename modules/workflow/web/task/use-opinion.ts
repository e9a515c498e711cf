import { useState } from 'react';

/** The opinion that a person writes; `require` runs an action only when there is one, and says so otherwise. */
export function useOpinion() {
  const [text, setText] = useState('');
  const [isAsked, setAsked] = useState(false);
  const isEmpty = text.trim() === '';
  const require = (then: () => void) => {
    if (isEmpty) setAsked(true);
    else then();
  };
  return { text, setText, isMissing: isAsked && isEmpty, require };
}
