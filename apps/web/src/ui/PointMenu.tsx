import { lazyPart } from './lazy-part.ts'
import { menuParts } from './menus.ts'
import type { PointMenuProps } from './PointMenuFrame.tsx'
import { usePart } from './use-part.ts'

const frame = lazyPart(async () => {
  const [{ PointMenuFrame }] = await Promise.all([import('./PointMenuFrame.tsx'), menuParts.load()])
  return PointMenuFrame
})

/** A menu at a point of the page or below an element, open as long as it is there. */
export function PointMenu(props: PointMenuProps) {
  const Frame = usePart(frame, { isWanted: true, onMissing: props.onClose })
  return Frame ? <Frame {...props} /> : null
}
