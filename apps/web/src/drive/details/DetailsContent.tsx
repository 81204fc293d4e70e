import type { File } from '@awan/protocol/drive'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import type { Details, DetailTab } from '../address/use-details.ts'
import { useDrive } from '../DriveProvider.tsx'
import { folderQuery } from '../drive-queries.ts'
import type { Place } from '../listing/place.ts'
import { useTopName } from '../use-folder.ts'
import { Beside } from './Beside.tsx'
import { DetailsFrame } from './DetailsFrame.tsx'
import { DetailsPanel } from './DetailsPanel.tsx'
import { DetailsSheet } from './DetailsSheet.tsx'
import { SeveralDetails } from './SeveralDetails.tsx'

export interface DetailsProps {
  files: readonly File[] | undefined
  count: number
  place: Place
  tab: DetailTab
  details: Details
}

/** One file, several, or, where nothing is chosen, the folder that one is in. */
export function DetailsContent({ files, count, place, tab, details }: DetailsProps): ReactNode {
  const t = useTexts()
  const [file] = files ?? []
  const panel = (chosen: File) => (
    <DetailsPanel
      // What was typed about one file is not said of the next.
      key={chosen.id}
      file={chosen}
      tab={tab}
      onTab={details.open}
      onClose={details.close}
    />
  )
  const content =
    count > 1 ? (
      <SeveralDetails files={files} count={count} onClose={details.close} />
    ) : file !== undefined ? (
      panel(file)
    ) : place.kind === 'folder' ? (
      <FolderOfPlace folderId={place.folderId} onClose={details.close}>
        {panel}
      </FolderOfPlace>
    ) : (
      <SeveralDetails files={[]} count={0} onClose={details.close} />
    )
  if (!details.isBeside) return <DetailsSheet onClose={details.close}>{content}</DetailsSheet>
  return (
    <Beside>
      <aside
        aria-label={t('details.label')}
        // What floats over the page makes way.
        data-details-column
        className="h-full w-[20rem] overflow-y-auto overscroll-contain pe-1 animate-appear"
      >
        {content}
      </aside>
    </Beside>
  )
}

function FolderOfPlace({
  folderId,
  onClose,
  children,
}: {
  folderId: string
  onClose: () => void
  children: (folder: File) => ReactNode
}) {
  const t = useTexts()
  const topName = useTopName()
  const { data: folder } = useQuery(folderQuery(useDrive(), folderId))
  if (folder === undefined) return <DetailsFrame title={t('details.label')} onClose={onClose} />
  return children(folder.name === '' ? { ...folder, name: topName } : folder)
}
