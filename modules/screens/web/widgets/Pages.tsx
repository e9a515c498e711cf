/** Marks of pages; a click turns to one. */
export function Pages({ page, pages, turnTo }: { page: number; pages: number; turnTo: (page: number) => void }) {
  if (pages < 2) return null;
  if (pages > 10)
    return (
      <div className="sw-pages">
        <span>
          {page + 1} / {pages}
        </span>
      </div>
    );
  return (
    <div className="sw-pages">
      {Array.from({ length: pages }, (_, i) => (
        <button key={i} aria-label={`第 ${i + 1} 页`} aria-current={i === page} onClick={() => turnTo(i)} />
      ))}
    </div>
  );
}
