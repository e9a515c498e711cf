import { EditOutlined } from '@ant-design/icons';
import { Input } from 'antd';
import { useState } from 'react';
import { Missing } from '#kit/web/Tag.tsx';

interface Props {
  value: string | null;
  /** shown where there is no value: what the source says */
  fallback?: string | null;
  label: string;
  max: number;
  canEdit: boolean;
  /** resolves when it is stored; what fails stays in the field */
  onSave: (value: string | null) => Promise<unknown>;
}

/** A text that becomes a field when it is clicked: Enter or leaving stores it, Escape leaves it as it was. */
export function InlineText({ value, fallback = null, label, max, canEdit, onSave }: Props) {
  const [draft, setDraft] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const said = value ?? fallback;
  if (!canEdit)
    return said === null ? (
      <Missing />
    ) : (
      <span className="cut inline-cut" title={said}>
        {said}
      </span>
    );
  if (draft === null)
    return (
      <button
        type="button"
        className="inline-text"
        aria-label={said === null ? `修改${label}` : `修改${label}：${said}`}
        onClick={() => setDraft(value ?? '')}
      >
        {said === null ? <Missing /> : <span title={said}>{said}</span>}
        <EditOutlined />
      </button>
    );
  const finish = async () => {
    const next = draft.trim() || null;
    if (next === value) {
      setDraft(null);
      return;
    }
    setSaving(true);
    await onSave(next).then(
      () => setDraft(null),
      () => undefined,
    );
    setSaving(false);
  };
  return (
    <Input
      autoFocus
      size="small"
      aria-label={label}
      maxLength={max}
      disabled={isSaving}
      value={draft}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={() => void finish()}
      onPressEnter={(event) => event.currentTarget.blur()}
      onKeyDown={(event) => {
        // while Chinese is being typed, Escape belongs to the input method
        if (event.key === 'Escape' && !event.nativeEvent.isComposing) setDraft(null);
      }}
    />
  );
}
