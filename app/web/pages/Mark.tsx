/** The sign of the product. */
export const Mark = ({ size = 24 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden="true">
    <rect width="24" height="24" rx="6" fill="var(--c-accent)" />
    <path
      d="M7 7.5h2.2c3.4 0 2.2 9 5.6 9H17M7 16.5h2.2c1.5 0 2.1-1.7 2.5-3.6M14.6 7.5H17M12.3 11c.4-1.9.9-3.5 2.4-3.5"
      stroke="#fff"
      strokeWidth="1.5"
      strokeLinecap="round"
    />
    {[
      [6.6, 7.5],
      [6.6, 16.5],
      [17.4, 7.5],
      [17.4, 16.5],
    ].map(([x, y]) => (
      <circle key={`${x},${y}`} cx={x} cy={y} r="1.7" fill="#fff" />
    ))}
  </svg>
);
