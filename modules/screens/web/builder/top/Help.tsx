import { Modal } from 'antd';
import { KEY_HELP } from '../canvas/keys.ts';

/** All keys of the editor. */
export function Help({ onClose }: { onClose: () => void }) {
  return (
    <Modal open title="快捷键" width={760} footer={null} onCancel={onClose}>
      <div className="sed-help">
        {KEY_HELP.map(([title, list]) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {list.map(([keys, what]) => (
                <div key={keys}>
                  <dt>{keys}</dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  );
}
