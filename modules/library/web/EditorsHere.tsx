import { Popover } from 'antd';
import { PersonText } from '#kit/web/parts/PersonText.tsx';
import type { OtherEditor } from '../contract/editor.ts';
import { KIND_LABELS } from './items.ts';
import { useEditors, type EditorsInput } from './use-editors.ts';
import './editors.css';

const MAX_AVATARS = 3;

const nameOf = ({ name, isYou }: OtherEditor): string => (isYou ? '你的另一个窗口' : name);

/** The bar's word for it: whom it is about as far as there is room. */
function summary(editors: readonly OtherEditor[]): string {
  const [first] = editors;
  if (!first) return '';
  return editors.length === 1 ? `${nameOf(first)}也在编辑` : `${nameOf(first)}等 ${editors.length} 人也在编辑`;
}

/** Who else has the document of this builder open; nothing while nobody has. */
export function EditorsHere(input: EditorsInput) {
  const editors = useEditors(input);
  const label = summary(editors);
  return (
    <span className="editors-here" aria-live="polite">
      {editors.length > 0 && (
        <Popover trigger={['hover', 'click']} placement="bottomRight" content={<EditorList kind={input.kind} editors={editors} />}>
          <button type="button" className="editors-button" aria-label={label}>
            <span className="editors-stack" aria-hidden>
              {editors.slice(0, MAX_AVATARS).map((one) => (
                <span key={one.id} className={one.isAway ? 'avatar away' : 'avatar'}>
                  {one.isYou ? '你' : one.name.slice(0, 1)}
                </span>
              ))}
              {editors.length > MAX_AVATARS && <span className="avatar">+{editors.length - MAX_AVATARS}</span>}
            </span>
            <span className="editors-words">{label}</span>
          </button>
        </Popover>
      )}
    </span>
  );
}

function EditorList({ kind, editors }: { kind: EditorsInput['kind']; editors: readonly OtherEditor[] }) {
  return (
    <div className="editors-list">
      <ul aria-label="也在编辑的人">
        {editors.map((one) => (
          <li key={one.id}>
            <PersonText name={one.name} isYou={one.isYou} note={one.isYou ? '另一个窗口' : one.deptName} />
            <span className="muted">{one.isAway ? '窗口在后台' : '正在编辑'}</span>
          </li>
        ))}
      </ul>
      <p>同一个{KIND_LABELS[kind]}以先保存的为准，对方保存后这里会提示。</p>
    </div>
  );
}
