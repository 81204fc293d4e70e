import { ROOT_ID } from '@awan/protocol'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { classNames } from '../../ui/class-names.ts'
import { useRightsIn } from '../access/use-rights.ts'
import { useDrive } from '../DriveProvider.tsx'
import { dropMark, useDragWay, useDropFolder, useDropTrash } from '../drag/use-drag.ts'
import { drivesQuery, isMemberOf } from '../drives-query.ts'
import { type PlaceLink, placeLinks } from './place-links.ts'

/** The faces of the links of the sidebar and of the phone's drawer. */
export const placeLinkClass =
  'flex min-h-9 items-center gap-3 rounded-md px-3 font-medium text-muted hover:bg-hover pointer-coarse:min-h-11 data-[status=active]:bg-accent-soft data-[status=active]:text-accent-ink data-[beside=true]:bg-accent-soft data-[beside=true]:text-accent-ink'

export function PlaceLinks() {
  const beside = useBeside()
  return (
    <ul className="flex flex-col gap-0.5">
      {placeLinks.map((place) => (
        <li key={place.label}>
          <OnePlace {...place} isBeside={place.label === beside} />
        </li>
      ))}
    </ul>
  )
}

/** Other drives are entered through a place: team drives by their own, all else by what is shared. */
function useBeside(): PlaceLink['label'] | undefined {
  const { driveId } = useParams({ strict: false })
  const { data } = useQuery({ ...drivesQuery(useDrive()), enabled: driveId !== undefined })
  if (driveId === undefined || data === undefined) return undefined
  const drive = data.drives.find(({ id }) => id === driveId)
  return drive && isMemberOf(drive) ? 'nav.team' : 'nav.shared'
}

function OnePlace({
  link,
  label,
  icon: Icon,
  isBeside,
}: (typeof placeLinks)[number] & { isBeside: boolean }) {
  const t = useTexts()
  const { isOver, dropProps } = usePlaceDrop(label)
  return (
    // A folder is marked in the tree; what is marked here is the place itself.
    <Link
      {...link}
      {...dropProps}
      data-beside={isBeside}
      activeOptions={{ exact: true, includeSearch: false }}
      draggable={false}
      className={classNames(placeLinkClass, isOver && dropMark)}
    >
      <Icon aria-hidden="true" className="size-4.5 shrink-0" strokeWidth={1.75} />
      <span className="truncate">{t(label)}</span>
    </Link>
  )
}

/** Files can be dropped on the top folder and on the trash, and carried to other drives. */
function usePlaceDrop(label: PlaceLink['label']) {
  const t = useTexts()
  const navigate = useNavigate()
  const capabilities = useRightsIn(ROOT_ID)
  const folder = useDropFolder(
    label === 'nav.files' ? { id: ROOT_ID, name: t(label), capabilities } : undefined,
  )
  const trash = useDropTrash()
  const way = useDragWay(
    label,
    () => void navigate({ to: label === 'nav.team' ? '/team' : '/shared' }),
  )
  if (label === 'nav.shared' || label === 'nav.team') return { isOver: false, ...way }
  return label === 'trash.title' ? trash : folder
}
