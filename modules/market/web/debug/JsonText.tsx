const NONE: ReadonlySet<string> = new Set();

/** JSON with its keys told apart; values of masked columns are marked. One line of `text` holds one value. */
export function JsonText({ text, masked = NONE, label = 'JSON' }: { text: string; masked?: ReadonlySet<string>; label?: string }) {
  return (
    <pre className="market-pre mono" tabIndex={0} role="region" aria-label={label}>
      {text.split('\n').map((line, i) => {
        const [, indent = '', key, rest = ''] = /^(\s*)"((?:[^"\\]|\\.)*)":(.*)$/.exec(line) ?? [];
        if (key === undefined) return `${line}\n`;
        return (
          <span key={i}>
            {indent}
            <span className="market-key">&quot;{key}&quot;</span>:{masked.has(key) ? <mark>{rest}</mark> : rest}
            {'\n'}
          </span>
        );
      })}
    </pre>
  );
}
