import { useQuery } from '@tanstack/react-query'
import { LockKeyhole } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { useDrive } from '../DriveProvider.tsx'
import { lockWords } from '../details/lock-words.ts'
import { locksQuery } from '../details/locks-query.ts'

/** Beside the name of what a program has open: who holds it, and until when. It goes when the lock does, without a look at the list. */
export function LockMark({ id }: { id: string }) {
  const { t, tag, need } = useLanguage()
  const handleError = useErrorHandler()
  const { data } = useQuery(locksQuery(useDrive(), id))
  const [hasTexts, setHasTexts] = useState(false)
  const bringTexts = useEffectEvent(() => {
    need('drive-details').then(() => setHasTexts(true), handleError)
  })
  useEffect(() => bringTexts(), [])
  const locks = data?.locks ?? []
  if (!hasTexts || locks.length === 0) return null
  const words = locks.map((lock) => lockWords(lock, id, { t, tag })).join(' ')
  return (
    <span role="img" aria-label={words} title={words} className="shrink-0 text-amber">
      <LockKeyhole className="size-3.5" strokeWidth={1.75} />
    </span>
  )
}
