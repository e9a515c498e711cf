import { Modal } from 'antd';
import { useLayoutEffect } from 'react';
import { setModals } from './dialog.tsx';

/** Portal for `confirmDialog`; a separate lazy component because no dialog is needed before sign-in. */
export function ConfirmHost() {
  const [api, holder] = Modal.useModal();
  useLayoutEffect(() => {
    setModals(api);
    return () => setModals(null);
  }, [api]);
  return holder;
}
