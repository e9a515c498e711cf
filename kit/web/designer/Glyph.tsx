/** A small picture on a field of 24: strokes, and after `|` what is filled. */
export function Glyph({ path }: { path: string }) {
  const [strokes, fills] = path.split('|');
  return (
    <svg width="1.1em" height="1.1em" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.6" aria-hidden>
      <path d={strokes} strokeLinejoin="round" />
      {fills && <path d={fills} fill="currentColor" fillOpacity=".75" stroke="none" />}
    </svg>
  );
}
