import { useLayoutEffect, useState } from 'react';
import { setQuestionHost, type Question } from './dialog.tsx';
import { Confirm } from './parts/Confirm.tsx';

/** Shows the questions of `confirmDialog`, one after the other; a separate lazy component because nothing is asked before sign-in. */
export function ConfirmHost() {
  const [questions, setQuestions] = useState<readonly Question[]>([]);
  // key of the dialog: each question starts with its own focus
  const [answered, setAnswered] = useState(0);
  const [isBusy, setBusy] = useState(false);
  useLayoutEffect(() => {
    setQuestionHost((question) => setQuestions((waiting) => [...waiting, question]));
    return () => setQuestionHost(null);
  }, []);
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
