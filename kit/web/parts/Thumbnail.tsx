/** A stored thumbnail: the picture that was taken of a document, or a schematic of it, which has the colours of both modes. */
export function Thumbnail({ of }: { of: string }) {
  const className = of.startsWith('data:image/svg+xml,') ? undefined : 'is-taken';
  return <img className={className} src={of} alt="" loading="lazy" draggable={false} />;
}
