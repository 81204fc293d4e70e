import { useEffect, useEffectEvent } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useAnnounce } from '../../ui/Announcer.tsx'
import type { DriveUploads, UploadsState } from './drive-uploads.ts'
import { newsOf } from './upload-news.ts'

const NOTHING: UploadsState = {
  summary: undefined,
  asked: undefined,
  left: [],
  folderIds: [],
  problem: undefined,
}

/** Says to screen readers how uploads are coming along, sparingly. */
export function useUploadAnnouncements(uploads: DriveUploads): void {
  const t = useTexts()
  const announce = useAnnounce()
  const tell = useEffectEvent((before: UploadsState, now: UploadsState) => {
    const news = newsOf(before, now, t)
    if (news !== undefined) announce(news)
  })
  useEffect(() => {
    // A few small files may have arrived before the page knew how to say so.
    let before = NOTHING
    const follow = () => {
      const now = uploads.state()
      tell(before, now)
      before = now
    }
    follow()
    return uploads.subscribe(follow)
  }, [uploads])
}
