import { classNames } from './class-names.ts'

/** The place of something that is on its way. Within what scrolls (`data-scrolling`) it stands still. */
export function Skeleton({ className }: { className: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'block rounded-sm bg-sunken animate-pulse-soft in-data-scrolling:animate-none',
        className,
      )}
    />
  )
}
