import type { DialogProps } from './DialogFrame.tsx'
import { lazyPart } from './lazy-part.ts'
import { usePart } from './use-part.ts'

const frame = lazyPart(() => import('./DialogFrame.tsx').then((part) => part.DialogFrame))

/** A question over the page. What it is made of comes with the first one that opens. */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange } = props
  const Frame = usePart(frame, { isWanted: open, onMissing: () => onOpenChange(false) })
  return Frame ? <Frame {...props} /> : null
}
