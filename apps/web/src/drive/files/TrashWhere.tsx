import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useDrive } from '../DriveProvider.tsx'
import { aboutQuery } from '../drive-queries.ts'
import type { ListedFile } from '../listing/list-source.ts'
import { daysLeft } from './days-left.ts'

/** Where something in the trash was, and when it goes for good. */
export function TrashWhere({ file }: { file: ListedFile }) {
  const place = useOriginalPlace(file)
  const goes = useGoing(file.trashed_time)
  return goes === undefined ? place : `${place} · ${goes}`
}

function useOriginalPlace({ original_place: original }: ListedFile): string {
  const t = useTexts()
  if (original === undefined) return t('trash.placeGone')
  // The top folder has no name of its own.
  const names = original.path.map(({ name }, depth) => (depth === 0 ? t('nav.files') : name))
  const place = names.join(' › ')
  return original.in_trash ? t('trash.placeInTrash', { place }) : place
}

function useGoing(trashedTime: string | undefined): string | undefined {
  const t = useTexts()
  const { data: about } = useQuery(aboutQuery(useDrive()))
  if (about === undefined || trashedTime === undefined) return undefined
  const days = daysLeft(trashedTime, about.trash_days, Date.now())
  return days <= 1 ? t('trash.goesSoon') : t('trash.goesIn', { days })
}
