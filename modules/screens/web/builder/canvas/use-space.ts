import { useEffect, useState, type RefObject } from 'react';

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT|BUTTON|A)$/.test(target.tagName));

/** Whether the space bar is held, which turns the pointer into a hand. */
export function useSpace(port: RefObject<HTMLElement | null>): () => boolean {
  const [held] = useState(() => ({ isOn: false }));
  useEffect(() => {
    const show = (isOn: boolean) => {
      held.isOn = isOn;
      if (isOn) port.current?.setAttribute('data-hand', 'open');
      else port.current?.removeAttribute('data-hand');
    };
    const down = (event: KeyboardEvent) => {
      if (event.key !== ' ' || isField(event.target)) return;
      event.preventDefault();
      if (!held.isOn) show(true);
    };
    const up = (event: KeyboardEvent) => {
      if (event.key === ' ' && held.isOn) show(false);
    };
    const away = () => held.isOn && show(false);
    window.addEventListener('keydown', down);
    window.addEventListener('keyup', up);
    window.addEventListener('blur', away);
    return () => {
      window.removeEventListener('keydown', down);
      window.removeEventListener('keyup', up);
      window.removeEventListener('blur', away);
    };
  }, [held, port]);
  const [answer] = useState(() => () => held.isOn);
  return answer;
}
