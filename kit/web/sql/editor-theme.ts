import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const highlight = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--c-accentInk)', fontWeight: '600' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--c-ok)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--c-warn)' },
  { tag: tags.comment, color: 'var(--c-ink3)', fontStyle: 'italic' },
  { tag: tags.typeName, color: 'var(--c-violet)' },
  { tag: tags.operator, color: 'var(--c-ink2)' },
]);

/** CodeMirror theme from the product's CSS variables; follows light and dark mode. */
export const editorTheme = [
  syntaxHighlighting(highlight),
  EditorView.theme({
    '&': { height: '100%', fontSize: '13px', color: 'var(--c-ink)', background: 'var(--c-surface)' },
    '&.cm-focused': { outline: 'none' },
    '.cm-scroller': { fontFamily: 'var(--f-mono)', lineHeight: '1.6' },
    '.cm-content': { caretColor: 'var(--c-ink)', padding: '8px 0' },
    '.cm-cursor': { borderLeftColor: 'var(--c-ink)' },
    '.cm-gutters': { background: 'var(--c-subtle)', color: 'var(--c-ink3)', border: 'none', borderRight: '1px solid var(--c-line)' },
    '.cm-activeLineGutter': { background: 'var(--c-hover)' },
    '.cm-activeLine': { background: 'transparent' },
    '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
      background: 'var(--c-accentLine)',
    },
    '.cm-matchingBracket': { background: 'var(--c-accentSoft)', outline: '1px solid var(--c-accentLine)' },
    '.cm-tooltip': {
      background: 'var(--c-raised)',
      color: 'var(--c-ink)',
      border: '1px solid var(--c-line)',
      borderRadius: '6px',
      boxShadow: 'var(--c-shadow)',
      overflow: 'hidden',
    },
    '.cm-tooltip-autocomplete > ul > li': { padding: '3px 8px !important' },
    '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
      background: 'var(--c-accentSoft) !important',
      color: 'var(--c-accentInk) !important',
    },
    '.cm-completionDetail': { color: 'var(--c-ink3)', fontStyle: 'normal', marginLeft: '12px' },
    '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
    '.cm-sql-error': { textDecoration: 'underline wavy var(--c-bad)', textUnderlineOffset: '3px', background: 'var(--c-badSoft)' },
    '.cm-placeholder': { color: 'var(--c-ink3)' },
  }),
];
