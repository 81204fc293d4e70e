import { lazyPart } from '../../ui/lazy-part.ts'
import { usePart } from '../../ui/use-part.ts'

const notice = lazyPart(() =>
  import('./EmptyFolderNotice.tsx').then((part) => part.EmptyFolderNotice),
)

/** How to begin in a folder with nothing in it; most folders have something. */
export function EmptyFolder({ isTop }: { isTop: boolean }) {
  const Notice = usePart(notice, { isWanted: true })
  return Notice ? <Notice isTop={isTop} /> : null
}
