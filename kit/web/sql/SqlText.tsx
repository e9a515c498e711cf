import { CopyOutlined } from '@ant-design/icons';
import { StandardSQL } from '@codemirror/lang-sql';
import { classHighlighter, highlightTree } from '@lezer/highlight';
import { Button } from 'antd';
import { useMemo } from 'react';
import { toast } from '../dialog.tsx';
import './sql-text.css';

/** Longer texts are shown without highlighting. */
const MAX_COLOURED = 100_000;

/** Read-only SQL with syntax highlighting. */
export default function SqlText({ text }: { text: string }) {
  const parts = useMemo(() => {
    if (text.length > MAX_COLOURED) return [{ at: 0, text, style: '' }];
    const found: { at: number; text: string; style: string }[] = [];
    let done = 0;
    highlightTree(StandardSQL.language.parser.parse(text), classHighlighter, (from, to, style) => {
      if (from > done) found.push({ at: done, text: text.slice(done, from), style: '' });
      found.push({ at: from, text: text.slice(from, to), style });
      done = to;
    });
    if (done < text.length) found.push({ at: done, text: text.slice(done), style: '' });
    return found;
  }, [text]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success('SQL 已复制');
    } catch {
      toast.warning('浏览器不允许复制，请手动选择');
    }
  };
  return (
    <div className="sql-text">
      <Button size="small" icon={<CopyOutlined />} onClick={() => void copy()}>
        复制
      </Button>
      <pre className="mono">
        {parts.map((part) =>
          part.style ? (
            <span key={part.at} className={part.style}>
              {part.text}
            </span>
          ) : (
            part.text
          ),
        )}
      </pre>
    </div>
  );
}
