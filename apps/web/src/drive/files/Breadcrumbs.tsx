import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeft, ChevronRight, Ellipsis } from 'lucide-react'
import { createContext, type ReactNode, use } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { withoutTurns } from '../../i18n/without-turns.ts'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useRightsIn } from '../access/use-rights.ts'
import { toFolderLink, toTrashLink } from '../address/folder-link.ts'
import { useDriveId } from '../DriveProvider.tsx'
import { dropMark, useDropFolder } from '../drag/use-drag.ts'
import type { FolderPath, PathStep } from '../use-folder.ts'

const link = 'min-w-0 truncate rounded-sm px-1 text-muted hover:text-text'

/** What can be done with the whole drive, where it is one of several. */
export const DriveToolsContext = createContext<ReactNode>(null)

/** The way from the top to here; a phone shows only the last step of it, with a way back. */
export function Breadcrumbs({ path }: { path: FolderPath }) {
  const t = useTexts()
  const toStep = useStepLink()
  const { above, name } = path
  const parent = above.at(-1)
  return (
    <div className="flex h-14 shrink-0 items-center gap-1 px-2 md:h-16 md:px-4">
      {parent === undefined ? null : (
        <Link
          {...toStep(parent)}
          aria-label={t('nav.back', { name: parent.name })}
          className="grid size-11 shrink-0 place-items-center rounded-sm text-muted hover:text-text md:hidden"
        >
          <ArrowLeft aria-hidden="true" className="size-5" strokeWidth={1.75} />
        </Link>
      )}
      {above.length === 0 ? null : (
        <nav aria-label={t('nav.path')} className="flex min-w-0 shrink-[3] max-md:hidden">
          <ol className="flex min-w-0 items-center gap-1 text-lg font-medium tracking-[-0.01em]">
            <PathSteps above={above} />
          </ol>
        </nav>
      )}
      <h1
        tabIndex={-1}
        className="min-w-0 truncate px-1 text-lg font-semibold tracking-[-0.01em] outline-none max-md:first:ps-2"
      >
        {name ?? (
          <>
            <Skeleton className="h-5 w-32" />
            <span className="sr-only">{t('app.loading')}</span>
          </>
        )}
      </h1>
      <div className="ms-auto">{use(DriveToolsContext)}</div>
    </div>
  )
}

function PathSteps({ above }: { above: readonly PathStep[] }) {
  const t = useTexts()
  const navigate = useNavigate()
  const toStep = useStepLink()
  const [top, ...rest] = above
  if (top === undefined) return null
  // The top and the folder just above are what people look for; what lies between is in a menu.
  const between = rest.slice(0, -1)
  const last = rest.at(-1)
  return (
    <>
      <Step step={top} />
      {between.length === 0 ? null : (
        <li className="flex items-center gap-1">
          <Menu trigger={<IconButton icon={Ellipsis} label={t('nav.path')} small />}>
            {between.map((step) => (
              <MenuItem key={step.id} onSelect={() => void navigate(toStep(step))}>
                {withoutTurns(step.name)}
              </MenuItem>
            ))}
          </Menu>
          <Arrow />
        </li>
      )}
      {last === undefined ? null : <Step step={last} />}
    </>
  )
}

function Step({ step }: { step: PathStep }) {
  const capabilities = useRightsIn(step.id)
  const toStep = useStepLink()
  const isFolder = step.place === 'top' || step.place === 'folder'
  const { isOver, dropProps } = useDropFolder(isFolder ? { ...step, capabilities } : undefined)
  return (
    <li className="flex min-w-0 items-center gap-1">
      <Link
        {...toStep(step)}
        {...dropProps}
        draggable={false}
        className={classNames(link, isOver && dropMark)}
      >
        {withoutTurns(step.name)}
      </Link>
      <Arrow />
    </li>
  )
}

function Arrow() {
  return (
    <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-muted" strokeWidth={1.75} />
  )
}

function useStepLink() {
  const driveId = useDriveId()
  return (step: PathStep) => {
    if (step.place === 'top') return { to: '/files' } as const
    if (step.place === 'trash') return toTrashLink(driveId)
    if (step.place === 'shared') return { to: '/shared' } as const
    if (step.place === 'team') return { to: '/team' } as const
    return toFolderLink(driveId, step.id)
  }
}
