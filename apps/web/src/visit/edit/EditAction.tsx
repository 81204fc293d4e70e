import { lazyPart } from '../../ui/lazy-part.ts'
import { usePart } from '../../ui/use-part.ts'
import type { Edited } from './edited.ts'

const menu = lazyPart(() => import('./EditMenu.tsx').then((part) => part.EditMenu))

/** For visitors who may change what they see. Others load nothing of it. */
export function EditAction(props: { file: Edited; onChanged: () => void; className?: string }) {
  const isWanted = props.file.capabilities.includes('edit')
  const Part = usePart(menu, { isWanted })
  return isWanted && Part ? <Part {...props} /> : null
}
