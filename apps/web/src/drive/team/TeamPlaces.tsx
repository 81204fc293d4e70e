import { ROOT_ID } from '@awan/protocol'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { ActivityScreen } from '../activity/ActivityScreen.tsx'
import { useDrive } from '../DriveProvider.tsx'
import { folderQuery } from '../drive-queries.ts'
import { Breadcrumbs } from '../files/Breadcrumbs.tsx'
import { TrashScreen } from '../trash/TrashScreen.tsx'
import { useTopName } from '../use-folder.ts'

export function TeamTrashScreen() {
  return <TrashScreen heading={<Way name={useTexts()('trash.title')} />} />
}

export function TeamActivityScreen() {
  return <ActivityScreen heading={<Way name={useTexts()('driveActivity.title')} />} />
}

/** Which drive it is the place of, and the way back there. */
function Way({ name }: { name: string }) {
  const t = useTexts()
  const topName = useTopName()
  const top = useQuery(folderQuery(useDrive(), ROOT_ID)).data
  const team = { id: 'team', name: t('nav.team'), place: 'team' } as const
  const drive = top && ({ id: top.id, name: topName, place: 'folder' } as const)
  return <Breadcrumbs path={{ above: drive ? [team, drive] : [team], name }} />
}
