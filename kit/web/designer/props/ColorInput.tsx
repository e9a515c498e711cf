import { ColorPicker, Input } from 'antd';
import { useState } from 'react';

interface Props {
  id?: string;
  /** '' = as the theme has it, a token of the theme, or a colour */
  value: string;
  tokens: readonly { readonly key: string; readonly label: string; readonly color: string }[];
  onChange: (value: string) => void;
}
const COLOR = /^(?:#[0-9a-f]{3,8}|(?:rgb|hsl)a?\([\d.,%\s/]{3,40}\))$/i;

/** A colour: one that follows the theme, or one of one's own. */
export function ColorInput({ id, value, tokens, onChange }: Props) {
  const token = tokens.find(({ key }) => key === value);
  const [text, setText] = useState<string | null>(null);
  const shown = token?.label ?? value;
  const keep = () => {
    if (text !== null && (text === '' || COLOR.test(text))) onChange(text);
    setText(null);
  };
  return (
    <div className="prop-color">
      <ColorPicker
        size="small"
        value={token?.color ?? (value || null)}
        allowClear
        onClear={() => onChange('')}
        onChangeComplete={(color) => onChange(color.toHexString())}
        panelRender={(panel) => (
          <div className="prop-color-panel">
            {tokens.length > 0 && (
              <div className="prop-tokens" role="group" aria-label="主题颜色">
                {tokens.map((one) => (
                  <button
                    key={one.key}
                    type="button"
                    title={`${one.label}，随主题变化`}
                    aria-label={one.label}
                    aria-pressed={one.key === value}
                    style={{ background: one.color }}
                    onClick={() => onChange(one.key)}
                  />
                ))}
              </div>
            )}
            {panel}
          </div>
        )}
      />
      <Input
        id={id}
        size="small"
        placeholder="默认"
        status={text !== null && text !== '' && !COLOR.test(text) ? 'error' : undefined}
        value={text ?? shown}
        onFocus={() => setText(token ? '' : value)}
        onChange={(event) => setText(event.target.value.trim())}
        onBlur={() => (text === '' && token ? setText(null) : keep())}
        onPressEnter={keep}
      />
    </div>
  );
}
