import { CloudOff } from 'lucide-react'
import { Button } from './Button.tsx'
import { Notice } from './Notice.tsx'

/** Something did not come, and can be asked for again. */
export function LoadProblem({
  title,
  hint,
  retryLabel,
  onRetry,
}: {
  title: string
  hint: string
  retryLabel: string
  onRetry: () => void
}) {
  return (
    <Notice
      picture={
        <span className="grid size-14 place-items-center rounded-full bg-sunken text-muted">
          <CloudOff className="size-6" strokeWidth={1.5} />
        </span>
      }
      title={title}
      actions={
        <Button look="quiet" onClick={onRetry}>
          {retryLabel}
        </Button>
      }
    >
      {hint}
    </Notice>
  )
}
