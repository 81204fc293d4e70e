import { useState } from 'react'
import { useSignOutGuard } from '../../session/SignOut.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { usePart } from '../../ui/use-part.ts'
import { countOpen } from './drive-uploads.ts'
import { useAllUploads } from './UploadsProvider.tsx'

const part = lazyPart(() => import('./UploadQuestion.tsx').then((all) => all.UploadQuestion))

/** Asks before signing out would cancel what is on its way, here or in another tab. Nothing of whoever leaves stays behind. */
export function UploadGuard() {
  const all = useAllUploads()
  const [question, setQuestion] = useState<(mayLeave: boolean) => void>()
  useSignOutGuard(async () => {
    const isBusyHere = all.some(({ uploads }) => {
      const { summary, left } = uploads.state()
      return (summary && countOpen(summary) > 0) || left.length > 0
    })
    // Each knows of the uploads of other pages to all drives.
    if (isBusyHere || (await all[0]?.uploads.runElsewhere())) {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      setQuestion(() => resolve)
      if (!(await promise)) return false
    }
    for (const { uploads } of all) await uploads.forgetAll()
    return true
  })
  const answer = (mayLeave: boolean) => {
    setQuestion(undefined)
    question?.(mayLeave)
  }
  const Question = usePart(part, {
    isWanted: question !== undefined,
    onMissing: () => answer(false),
  })
  return question && Question ? <Question answer={answer} /> : null
}
