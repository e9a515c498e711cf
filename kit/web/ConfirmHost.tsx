import { Modal } from 'antd';
import { useLayoutEffect } from 'react';
import { setModals } from './dialog.tsx';

/** Where the questions of `confirmDialog` appear; apart, because nobody is asked any before signing in. */
export function ConfirmHost() {
  const [api, holder] = Modal.useModal();
  useLayoutEffect(() => {
    setModals(api);
    return () => setModals(null);
  }, [api]);
  return holder;
}
