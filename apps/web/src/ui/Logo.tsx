/** The mark: a cloud on the accent. */
export function Logo({ name }: { name: string }) {
  return (
    <span className="inline-flex items-center gap-2.5">
      <svg viewBox="0 0 32 32" className="size-7" aria-hidden="true">
        <rect width="32" height="32" rx="9" fill="var(--accent)" />
        <path
          d="M21.2 22H12a5 5 0 1 1 1.2-9.86A6 6 0 0 1 24.4 15.1 3.6 3.6 0 0 1 21.2 22Z"
          fill="none"
          stroke="var(--on-accent)"
          strokeWidth="1.9"
          strokeLinejoin="round"
        />
      </svg>
      <span className="text-lg font-bold tracking-[-0.015em]">{name}</span>
    </span>
  )
}
