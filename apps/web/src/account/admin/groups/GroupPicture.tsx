import { UsersRound } from 'lucide-react'

/** Where a person has their picture. */
export function GroupPicture() {
  return (
    <span
      aria-hidden="true"
      className="grid size-9 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-ink"
    >
      <UsersRound className="size-4.5" strokeWidth={1.75} />
    </span>
  )
}
