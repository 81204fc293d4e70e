import { lazyPart } from '../ui/lazy-part.ts'
import { usePart } from '../ui/use-part.ts'
import { useVisit } from './VisitProvider.tsx'

const button = lazyPart(() => import('./SaveButton.tsx').then((part) => part.SaveButton))

/** For whoever is signed in, where the link allows downloads. */
export function SaveAction({ node }: { node: { id: string; name: string } }) {
  const { visit, person } = useVisit()
  const isWanted = person !== undefined && visit.allow_download
  const Part = usePart(button, { isWanted })
  return isWanted && Part ? <Part node={node} /> : null
}
