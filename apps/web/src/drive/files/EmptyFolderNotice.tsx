import { FolderPlus, Upload } from 'lucide-react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import { useNewActions } from '../new/NewActionsProvider.tsx'
import { ConnectDeviceLink } from './ConnectDeviceLink.tsx'

export function EmptyFolderNotice({ isTop }: { isTop: boolean }) {
  const t = useTexts()
  const { canAdd, createFolder, chooseFiles } = useNewActions()
  // Nothing can be dropped by a finger.
  const isTouch = useMediaQuery('(pointer: coarse), (max-width: 47.99rem)')
  const hint = isTop ? 'files.empty.root.hint' : 'files.empty.folder.hint'
  return (
    <div className="flex min-h-0 flex-1 items-center overflow-y-auto pb-16">
      <Notice
        picture={<EmptyPicture />}
        title={t(isTop ? 'files.empty.root' : 'files.empty.folder')}
        actions={
          canAdd ? (
            <>
              <Button onClick={chooseFiles}>
                <Upload aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
                {t('new.upload')}
              </Button>
              <Button look="quiet" onClick={createFolder}>
                <FolderPlus aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
                {t('new.folder')}
              </Button>
              {isTop ? <ConnectDeviceLink /> : null}
            </>
          ) : null
        }
      >
        {t(!canAdd ? 'files.noAdd' : isTouch ? 'files.empty.touch' : hint)}
      </Notice>
    </div>
  )
}

/** Papers on their way up to a cloud. */
function EmptyPicture() {
  return (
    <svg viewBox="0 0 220 140" className="h-35 w-55" aria-hidden="true">
      <path
        d="M66 96a30 30 0 0 1-4-59.700 42 42 0 0 1 78-9.300 34 34 0 0 1 24 69Z"
        fill="var(--accent-soft)"
      />
      <g stroke="var(--line-strong)" strokeWidth="1.500">
        <rect
          x="66"
          y="66"
          width="34"
          height="44"
          rx="6"
          fill="var(--surface)"
          transform="rotate(-9 83 88)"
        />
        <rect
          x="122"
          y="64"
          width="34"
          height="44"
          rx="6"
          fill="var(--surface)"
          transform="rotate(8 139 86)"
        />
        <rect x="92" y="54" width="38" height="50" rx="7" fill="var(--surface)" />
      </g>
      <g fill="none" strokeLinecap="round" strokeLinejoin="round" strokeWidth="2.500">
        <path d="M111 90V70m-8.500 8.500L111 70l8.500 8.500" stroke="var(--accent)" />
      </g>
    </svg>
  )
}
