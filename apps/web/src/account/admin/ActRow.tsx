import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'

/** What comes of something, and the button that does it. */
export function ActRow({
  text,
  button,
  isDanger = false,
  onPress,
}: {
  text: string
  button: string
  /** Loses something. */
  isDanger?: boolean | undefined
  onPress: () => void
}) {
  return (
    <div className="flex min-h-15 flex-wrap items-center gap-x-6 gap-y-2 py-2.5">
      <p className="min-w-56 flex-1 text-muted">{text}</p>
      <Button look="quiet" size="small" onClick={onPress}>
        <span className={classNames(isDanger && 'text-danger')}>{button}</span>
      </Button>
    </div>
  )
}
