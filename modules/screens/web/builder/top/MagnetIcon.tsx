/** A magnet, which the icon set does not have. */
export function MagnetIcon() {
  return (
    <span className="anticon" aria-hidden>
      <svg width="1em" height="1em" viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="1.4">
        <path d="M2.5 2.5h3.4v5.6a2.1 2.1 0 0 0 4.2 0V2.5h3.4v5.6a5.5 5.5 0 0 1-11 0zM2.5 5.4h3.4M10.1 5.4h3.4" />
      </svg>
    </span>
  );
}
