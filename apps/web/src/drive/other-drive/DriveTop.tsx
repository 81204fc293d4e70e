import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { toFileLink } from '../address/folder-link.ts'
import { useDrive } from '../DriveProvider.tsx'
import { aboutQuery } from '../drive-queries.ts'
import { ListSkeleton } from '../files/ListSkeleton.tsx'

/** Leads to where the person begins in another drive; where that is several, to the list of them. */
export function DriveTop() {
  const t = useTexts()
  const { driveId } = useParams({ from: '/queries/shell/drives/$driveId/' })
  const { data: about } = useQuery(aboutQuery(useDrive()))
  if (about === undefined) return <ListSkeleton rows={8} label={t('app.loading')} />
  if (about.root_id === undefined) return <Navigate to="/shared" replace />
  return <Navigate {...toFileLink(driveId, about.root_id)} replace />
}
