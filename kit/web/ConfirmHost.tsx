import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { setQuestionHost, type Question } from './dialog.tsx';
import { Confirm } from './parts/Confirm.tsx';

/** Shows the questions of `confirmDialog`, one after the other; a separate lazy component because nothing is asked before sign-in. */
export function ConfirmHost() {
  const [questions, setQuestions] = useState<readonly Question[]>([]);
  // key of the dialog: each question starts with its own focus
  const [answered, setAnswered] = useState(0);
  const opener = useRef<Element>(null);
  const [isBusy, setBusy] = useState(false);
  useLayoutEffect(() => {
    setQuestionHost((question) => {
      opener.current ??= document.activeElement;
      setQuestions((waiting) => [...waiting, question]);
    });
    return () => setQuestionHost(null);
  }, []);
  const isIdle = questions.length === 0;
  useEffect(() => {
    if (!isIdle) return;
    // antd returns focus after its closing motion only; this dialog unmounts instead
    if (document.activeElement === document.body && opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
    opener.current = null;
  }, [isIdle]);
  const question = questions[0];
  if (!question) return null;
  const { title, content, okText, cancelText, danger, onOk, onCancel } = question;
  const close = () => {
    setQuestions((waiting) => waiting.filter((one) => one !== question));
    setAnswered(answered + 1);
  };
  const handleOk = async () => {
    setBusy(true);
    try {
      await onOk();
      close();
    } catch {
      // the failed call has shown its own message; the dialog stays for another try
    } finally {
      setBusy(false);
    }
  };
  const handleCancel = () => {
    if (isBusy) return;
    close();
    onCancel();
  };
  return (
    <Confirm
      key={answered}
      title={title}
      verb={okText}
      stay={cancelText}
      danger={danger}
      busy={isBusy}
      onOk={() => void handleOk()}
      onCancel={handleCancel}
    >
      {content}
    </Confirm>
  );
}
