import { useState } from 'react'
import { useLanguage } from '../../../i18n/LanguageProvider.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { useMediaQuery } from '../../../ui/use-media-query.ts'
import type { DetailTab } from '../../address/use-details.ts'
import type { PreviewedFile } from '../preview-queries.ts'
import { Fetched } from './Fetched.tsx'

const sheet = lazyPart(() =>
  import('../../details/DetailsSheet.tsx').then((part) => part.DetailsSheet),
)

/** What is known about the file, beside what it shows; over it where there is no room. */
export function PreviewDetails({ file, onClose }: { file: PreviewedFile; onClose: () => void }) {
  const { need } = useLanguage()
  const isBeside = useMediaQuery('(min-width: 1100px)')
  const [tab, setTab] = useState<DetailTab>('details')
  // Its words come with it.
  const [panel] = useState(() =>
    lazyPart(async () => {
      const [{ DetailsPanel }] = await Promise.all([
        import('../../details/DetailsPanel.tsx'),
        need('drive-details'),
      ])
      return DetailsPanel
    }),
  )
  const content = (
    <Fetched
      // What was typed about one file is not said of the next.
      key={file.id}
      name="details"
      part={panel}
      props={{ file, tab, onTab: setTab, onClose }}
    />
  )
  if (!isBeside)
    return <Fetched name="details-sheet" part={sheet} props={{ onClose, children: content }} />
  return (
    <aside className="w-[20rem] shrink-0 overflow-y-auto overscroll-contain border-s border-line bg-surface text-text">
      {content}
    </aside>
  )
}
